import Foundation
package import Testing

/// Test data that lies beside the package on some machines and is no part of it.
///
/// Tests that read it carry `.requiresShared`, so that its absence shows as a skipped test with the reason.
package enum SharedFolder {
  /// The folder, or nil where there is none: `../shared`, or what `AUTHRUN_TEST_SHARED` names.
  package static let path: String? = {
    let named = ProcessInfo.processInfo.environment["AUTHRUN_TEST_SHARED"]
    let beside = (PackageLayout.root as NSString).deletingLastPathComponent + "/shared"
    return [named, beside].compactMap { $0 }
      .first { FileManager.default.fileExists(atPath: $0 + "/vectors") }
  }()

  /// A file of the folder, such as `vectors/wycheproof/json_web_key_test.json`.
  package static func file(_ name: String) throws -> String {
    guard let path else { throw MissingSharedFolder() }
    return path + "/" + name
  }

  /// The bytes of a file of the folder.
  package static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}

/// Test data was asked for where there is none.
package struct MissingSharedFolder: Error, CustomStringConvertible {
  package var description: String {
    "there is no ../shared beside the package: give the test the .requiresShared trait"
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where the shared test data is absent.
  package static var requiresShared: Self {
    .enabled(
      if: SharedFolder.path != nil,
      "the published vectors in ../shared are not on this machine"
    )
  }
}
