import Providers
import Synchronization

/// What this engine has told its user, and need not tell again.
final class SaidOnce: Sendable {
  private let texts = Mutex<Set<String>>([])

  /// Those of the texts that are said for the first time.
  func first(_ texts: [String]) -> [String] {
    self.texts.withLock { said in texts.filter { said.insert($0).inserted } }
  }
}

extension Descriptor {
  /// Fields that should be written otherwise, each with file and line.
  var deprecationWarnings: [String] {
    deprecations.map { deprecation in
      let place = deprecation.line.map { ":\($0)" } ?? ""
      return "\(source.fileName)\(place): \(deprecation.text)"
    }
  }
}
