package import Standards

/// The descriptors that there are: those of the user, of `--providers`, and the installed ones.
///
/// The first folder with a file of the wanted name counts. The current directory is never looked at.
package struct Catalogue: Sendable {
  /// In the order in which they are searched.
  package let folders: [CatalogueFolder]
  private let limits: ScriptLimits
  private let isolation: IsolationRule
  private let hashing: (any Hashing)?

  /// Without `hashing` nothing is known to have come with authrun.
  package init(
    folders: [CatalogueFolder],
    limits: ScriptLimits = .standard,
    isolation: IsolationRule = IsolationRule(),
    hashing: (any Hashing)? = nil
  ) {
    self.folders = folders
    self.limits = limits
    self.isolation = isolation
    self.hashing = hashing
  }

  package init(
    userDirectory: String?,
    directories: [String],
    installedDirectory: String?,
    isolation: IsolationRule = IsolationRule(),
    hashing: (any Hashing)? = nil
  ) {
    let user = userDirectory.map { CatalogueFolder(path: $0, origin: .user) }
    let shipped = installedDirectory.map { CatalogueFolder(path: $0, origin: .shipped) }
    let given = directories.map { CatalogueFolder(path: $0, origin: .given) }
    self.init(
      folders: [user].compactMap { $0 } + given + [shipped].compactMap { $0 },
      isolation: isolation,
      hashing: hashing
    )
  }

  /// The descriptor called `id`, or `nil` when no folder has its file.
  ///
  /// Opens that one file, however many others there are. Fails when the file is wrong, cannot be read
  /// or can be changed by others.
  package func find(_ id: String) throws(CatalogueError) -> Descriptor? {
    guard let entry = try entry(id) else { return nil }
    let bytes = try contents(entry.path)
    // One that is byte for byte what came with authrun is good wherever it lies.
    if !isShipped(bytes, entry.id) {
      try FileTrust.requireFile(entry.path)
      try FileTrust.requireFolder(entry.folder)
    }
    return try load(bytes, entry.path)
  }

  /// Where the descriptor called `id` is; `nil` when no folder has its file.
  package func entry(_ id: String) throws(CatalogueError) -> CatalogueEntry? {
    // An id that could not be a file's name must not become a path.
    guard id.isProviderID else { return nil }
    for folder in folders {
      guard try usable(folder), try DescriptorFile.exists(folder.file(id)) else { continue }
      return CatalogueEntry(id: id, folder: folder, shadowed: [])
    }
    return nil
  }

  /// All descriptors in the order of their ids, without reading any.
  package func list() throws(CatalogueError) -> [CatalogueEntry] {
    var entries: [String: CatalogueEntry] = [:]
    for folder in folders {
      guard try usable(folder), var listing = try DescriptorFolder.at(folder.path) else { continue }
      for id in listing.ids() {
        if entries[id] == nil {
          entries[id] = CatalogueEntry(id: id, folder: folder, shadowed: [])
        } else {
          entries[id]?.shadowed.append(folder.file(id))
        }
      }
    }
    return entries.values.sorted { $0.id < $1.id }
  }

  /// Reads and checks the descriptor in the file at `path`, wherever that is.
  package func read(_ path: String) throws(CatalogueError) -> Descriptor {
    try load(try source(path), path)
  }

  private func load(_ bytes: [UInt8], _ path: String) throws(CatalogueError) -> Descriptor {
    let isShipped = isShipped(bytes, Self.id(path))
    do {
      return try DescriptorLoader.load(
        source: bytes,
        path: path,
        limits: limits,
        isShipped: isShipped,
        isolation: isolation.isolation(isShipped: isShipped)
      )
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  /// The text of the file at `path`; fails when others can change it.
  package func source(_ path: String) throws(CatalogueError) -> [UInt8] {
    let bytes = try contents(path)
    if !isShipped(bytes, Self.id(path)) { try FileTrust.requireFile(path) }
    return bytes
  }

  private func contents(_ path: String) throws(CatalogueError) -> [UInt8] {
    guard let file = try DescriptorFile.at(path) else {
      throw CatalogueError(.unreadable, path, "does not exist")
    }
    return try file.read(limit: limits.source)
  }

  /// Checks a file with this text, its script where the file's scripts run.
  package func check(_ source: [UInt8], file: String) -> CheckReport {
    let isShipped = isShipped(source, Self.id(file))
    return DescriptorCheck.run(
      source: source,
      file: file,
      isolation: isolation.isolation(isShipped: isShipped)
    )
  }

  /// What a listing shows of an entry; empty for a file that cannot be read.
  package func summary(of entry: CatalogueEntry) -> CatalogueSummary {
    CatalogueSummary(source: (try? source(entry.path)) ?? [])
  }

  /// Whether a file with this text is the one that came with authrun under this id.
  package func isShipped(_ source: [UInt8], _ id: String) -> Bool {
    guard let expected = ShippedDigests.all[id], let hashing else { return false }
    return Hex.encode(hashing.digest(.sha256, source)) == expected
  }

  /// Whether a descriptor of this id came with authrun, wherever the one that counts comes from.
  package func hasShipped(_ id: String) -> Bool { ShippedDigests.all[id] != nil }

  private static func id(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
  }

  /// Whether the folder is there; one that the user named has to be.
  private func usable(_ folder: CatalogueFolder) throws(CatalogueError) -> Bool {
    if try DescriptorFolder.exists(folder.path) {
      // What was installed is known by its content, so that a checkout for a whole team will do.
      if folder.origin != .shipped { try FileTrust.requireFolder(folder.path) }
      return true
    }
    guard folder.origin == .given else { return false }
    throw CatalogueError(.noFolder, folder.path, "is no folder", hint: "see --providers")
  }
}
