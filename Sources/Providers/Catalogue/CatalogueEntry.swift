/// A descriptor that the catalogue has, without having read it.
package struct CatalogueEntry: Hashable, Sendable {
  package var id: String
  package var path: String
  package var origin: CatalogueFolder.Origin
  var folder: String
  /// Files of the same id further down the order, which are never read.
  package var shadowed: [String]

  package var isShipped: Bool { origin == .shipped }

  init(id: String, folder: CatalogueFolder, shadowed: [String]) {
    self.id = id
    path = folder.file(id)
    origin = folder.origin
    self.folder = folder.path
    self.shadowed = shadowed
  }
}

/// A folder in which descriptors are looked for.
package struct CatalogueFolder: Hashable, Sendable {
  package enum Origin: Hashable, Sendable {
    /// The user's own folder.
    case user
    /// Named by `--providers`.
    case given
    /// Installed with authrun.
    case shipped
  }

  package var path: String
  package var origin: Origin

  package init(path: String, origin: Origin) {
    self.path = path
    self.origin = origin
  }

  func file(_ id: String) -> String {
    path.hasSuffix("/") ? "\(path)\(id).lua" : "\(path)/\(id).lua"
  }
}
