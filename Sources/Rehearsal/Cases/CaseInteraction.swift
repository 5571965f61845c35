import Login
import Standards
import Synchronization

/// The user of a recorded case: goes where the case says, and types what it says.
final class CaseInteraction: Interaction {
  private let script: CaseScript
  private let answers: Mutex<[String]>
  private let typed = Mutex<AsyncStream<String>>(AsyncStream { $0.finish() })
  private let rejected = Mutex<String?>(nil)

  init(_ script: CaseScript, answers: [String]) {
    self.script = script
    self.answers = Mutex(answers)
  }

  /// Why the last callback did not count, if one did not.
  var rejection: String? { rejected.withLock { $0 } }

  func show(_ notice: LoginNotice) async {
    switch notice {
    case .authorize(let url, let redirectURI, _):
      var line: String?
      switch script.visit(url) {
      case .parameters(let pairs):
        line = Self.address(redirectURI, pairs, (try? url.queryParameters()) ?? Parameters())
      case .typed(let text): line = text
      case nil: break
      }
      let stream = AsyncStream<String> { continuation in
        if let line { continuation.yield(line) }
        continuation.finish()
      }
      typed.withLock { $0 = stream }
    case .callbackRejected(let reason): rejected.withLock { $0 = reason }
    default: break
    }
  }

  func open(_ url: URI) async -> Bool { true }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    answers.withLock { $0.isEmpty ? nil : Secret($0.removeFirst()) }
  }

  func lines() -> AsyncStream<String> {
    typed.withLock { $0 }
  }

  func standardInput() async -> Secret? { nil }

  /// The address at which the browser would have ended.
  private static func address(
    _ redirectURI: String,
    _ pairs: [CaseCallback.Pair],
    _ authorize: Parameters
  ) -> String {
    let values = pairs.map { pair -> (String, String) in
      let isReference = pair.value.hasPrefix("{") && pair.value.hasSuffix("}")
      let value = isReference ? authorize.first(String(pair.value.dropFirst().dropLast())) : nil
      return (pair.name, value ?? pair.value)
    }
    let mark = redirectURI.contains("?") ? "&" : "?"
    let base = redirectURI.contains("://") ? redirectURI : "http://127.0.0.1/"
    return base + mark + FormEncoding.encode(Parameters(values))
  }
}
