import Glibc

/// A small file in the state directory that helps this machine's next run and is never needed.
package struct StateFile: Sendable {
  private let directory: String
  private let path: String

  /// More than any such file holds, in bytes.
  private static let limit = 64 << 10

  package init(_ name: String, in location: VaultLocation) {
    directory = location.stateDirectory
    path = directory + "/" + name
  }

  /// What the file holds; `nil` where there is none, and where it is not ours alone or cannot be read.
  package func read() -> [UInt8]? {
    guard let found = try? PrivateDirectory.find(directory, .closed) != nil, found,
      let exists = try? PrivateFile.exists(path), exists
    else { return nil }
    do throws(SystemError) {
      let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
      let size = try file.status().size
      guard size <= Self.limit else { return nil }
      var bytes = [UInt8](repeating: 0, count: Int(size))
      let count = bytes.withUnsafeMutableBytes { bytes in
        Result { () throws(SystemError) in try file.read(into: bytes) }
      }
      bytes.removeLast(bytes.count - (try count.get()))
      return bytes
    } catch {
      return nil
    }
  }

  /// Puts these bytes in the place of what was there, whole or not at all.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  package func write(_ bytes: [UInt8]) throws(VaultError) {
    _ = try PrivateDirectory.make(directory, .closed)
    try PrivateFile.replace(bytes, at: path)
  }
}
