/// The descriptors that there are: those of the user, of `--providers`, and the installed ones.
///
/// The first folder with a file of the wanted name counts. The current directory is never looked at.
package struct Catalogue: Sendable {
  /// In the order in which they are searched.
  package let folders: [CatalogueFolder]
  private let limits: ScriptLimits

  package init(folders: [CatalogueFolder], limits: ScriptLimits = .standard) {
    self.folders = folders
    self.limits = limits
  }

  package init(
    userDirectory: String?,
    directories: [String],
    installedDirectory: String?
  ) {
    let user = userDirectory.map { CatalogueFolder(path: $0, origin: .user) }
    let shipped = installedDirectory.map { CatalogueFolder(path: $0, origin: .shipped) }
    let given = directories.map { CatalogueFolder(path: $0, origin: .given) }
    self.init(folders: [user].compactMap { $0 } + given + [shipped].compactMap { $0 })
  }

  /// The descriptor called `id`, or `nil` when no folder has its file.
  ///
  /// Opens that one file, however many others there are. Fails when the file is wrong, cannot be read
  /// or can be changed by everybody.
  package func find(_ id: String) throws(CatalogueError) -> Descriptor? {
    guard let entry = try entry(id) else { return nil }
    return try read(entry.path)
  }

  /// Where the descriptor called `id` is; `nil` when no folder has its file.
  package func entry(_ id: String) throws(CatalogueError) -> CatalogueEntry? {
    // An id that could not be a file's name must not become a path.
    guard id.isProviderID else { return nil }
    for folder in folders {
      guard try usable(folder), try DescriptorFile.exists(folder.file(id)) else { continue }
      return CatalogueEntry(id: id, path: folder.file(id), origin: folder.origin, shadowed: [])
    }
    return nil
  }

  /// All descriptors in the order of their ids, without reading any.
  package func list() throws(CatalogueError) -> [CatalogueEntry] {
    var entries: [String: CatalogueEntry] = [:]
    for folder in folders {
      guard try usable(folder), var listing = try DescriptorFolder.at(folder.path) else { continue }
      for id in listing.ids() {
        let path = folder.file(id)
        if entries[id] == nil {
          entries[id] = CatalogueEntry(id: id, path: path, origin: folder.origin, shadowed: [])
        } else {
          entries[id]?.shadowed.append(path)
        }
      }
    }
    return entries.values.sorted { $0.id < $1.id }
  }

  /// Reads and checks the descriptor in the file at `path`, wherever that is.
  package func read(_ path: String) throws(CatalogueError) -> Descriptor {
    let bytes = try source(path)
    do {
      return try DescriptorLoader.load(source: bytes, path: path, limits: limits)
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  /// The text of the file at `path`.
  package func source(_ path: String) throws(CatalogueError) -> [UInt8] {
    guard let file = try DescriptorFile.at(path) else {
      throw CatalogueError(.unreadable, path, "does not exist")
    }
    return try file.read(limit: limits.source)
  }

  /// What a listing shows of an entry; empty for a file that cannot be read.
  package func summary(of entry: CatalogueEntry) -> CatalogueSummary {
    CatalogueSummary(source: (try? source(entry.path)) ?? [])
  }

  /// Whether the descriptor came with authrun.
  package func isShipped(_ descriptor: Descriptor) -> Bool {
    folders.contains {
      $0.origin == .shipped && descriptor.source.path == $0.file(descriptor.id)
    }
  }

  /// Whether the folder is there; one that the user named has to be.
  private func usable(_ folder: CatalogueFolder) throws(CatalogueError) -> Bool {
    if try DescriptorFolder.exists(folder.path) { return true }
    guard folder.origin == .given else { return false }
    throw CatalogueError(.noFolder, folder.path, "is no folder", hint: "see --providers")
  }
}
