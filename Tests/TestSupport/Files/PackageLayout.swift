import Foundation

/// Where things stand in this package, found from this file's own place.
package enum PackageLayout {
  /// The package's root directory.
  package static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 {
      url.deleteLastPathComponent()
    }
    return url.path
  }()

  /// The shipped catalogue.
  package static let providers = root + "/providers"

  /// A folder or file of the tests.
  package static func tests(_ name: String) -> String {
    root + "/Tests/" + name
  }

  /// A built executable: products lie beside the running test program.
  package static func product(_ name: String) throws -> String {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let beside = (program as NSString).deletingLastPathComponent + "/" + name
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    let debug = root + "/.build/debug/" + name
    guard FileManager.default.isExecutableFile(atPath: debug) else {
      throw MissingProduct(name: name, places: [beside, debug])
    }
    return debug
  }
}

/// An executable that should have been built before its tests.
package struct MissingProduct: Error, CustomStringConvertible {
  let name: String
  let places: [String]

  package var description: String {
    "no executable “\(name)” at \(places.joined(separator: " or ")); run swift build --build-tests"
  }
}
