internal import Glibc

/// A folder of descriptors, open for listing; closed when it goes out of scope.
struct DescriptorFolder: ~Copyable {
  private let stream: OpaquePointer

  /// Opens the folder; `nil` when there is none at `path`.
  static func at(_ path: String) throws(CatalogueError) -> DescriptorFolder? {
    guard try exists(path) else { return nil }
    guard let stream = opendir(path) else {
      throw CatalogueError(.unreadable, path, "cannot be opened: \(lastErrorText())")
    }
    return DescriptorFolder(stream: stream)
  }

  private init(stream: OpaquePointer) {
    self.stream = stream
  }

  deinit {
    closedir(stream)
  }

  /// Whether there is a folder at `path`.
  static func exists(_ path: String) throws(CatalogueError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw CatalogueError(.unreadable, path, "cannot be examined: \(lastErrorText())")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw CatalogueError(.unreadable, path, "is no folder")
    }
    return true
  }

  /// The ids for which there is a file `<id>.lua`, in no order.
  mutating func ids() -> [String] {
    var ids: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self,
          capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) {
          String(cString: $0)
        }
      }
      guard name.hasSuffix(".lua") else { continue }
      let id = String(name.dropLast(4))
      if id.isProviderID { ids.append(id) }
    }
    return ids
  }
}
