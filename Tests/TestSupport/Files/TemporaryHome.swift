import Foundation
import Synchronization

/// A home directory of a test's own, removed with its owner.
package final class TemporaryHome: Sendable {
  /// The home's path; mode 0700.
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "authrun-test." + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    for directory in ["config", "data", "state", "cache", "runtime"] {
      try makeDirectory(directory)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// An environment in which programs keep everything below this home.
  package var environment: [String: String] {
    [
      "HOME": path,
      "XDG_CONFIG_HOME": path + "/config",
      "XDG_DATA_HOME": path + "/data",
      "XDG_STATE_HOME": path + "/state",
      "XDG_CACHE_HOME": path + "/cache",
      "XDG_RUNTIME_DIR": path + "/runtime",
      "TMPDIR": path,
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
    ]
  }

  /// The path of something below this home.
  package func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Makes a directory (0700) below this home, with those that lead to it.
  package func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: file(name),
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  /// Writes a file below this home, making its directory, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    try makeDirectory((name as NSString).deletingLastPathComponent)
    // A child started meanwhile would hold the open file for a moment, and running it would fail with
    // "text file busy".
    let made = spawning.withLock { _ in
      FileManager.default.createFile(
        atPath: file(name),
        contents: Data(text.utf8),
        attributes: [.posixPermissions: mode]
      )
    }
    guard made else { throw CommandError.system("creating \(name)", errno) }
    return file(name)
  }

  /// Every file below this home with its bytes, by path relative to it.
  package func files() -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file(name), isDirectory: &isDirectory),
        !isDirectory.boolValue, let data = FileManager.default.contents(atPath: file(name))
      else { continue }
      found[name] = Array(data)
    }
    return found
  }
}
