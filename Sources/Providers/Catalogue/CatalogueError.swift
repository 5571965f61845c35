/// Why the catalogue cannot give a descriptor.
package struct CatalogueError: Error, Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The file was read and is wrong.
    case invalid(DescriptorError)
    case unreadable
    /// Others than the user and root can change the file or the folder.
    case loosePermissions
    /// A folder that was asked for does not exist.
    case noFolder
  }

  package let kind: Kind
  package let path: String
  /// What is wrong, with the path.
  package let message: String
  /// The command that mends it, when one does.
  package let hint: String?

  init(_ kind: Kind, _ path: String, _ reason: String, hint: String? = nil) {
    self.kind = kind
    self.path = path
    message = "\(path) \(reason)"
    self.hint = hint
  }

  init(_ error: DescriptorError, path: String) {
    kind = .invalid(error)
    self.path = path
    message = error.message
    hint = nil
  }

  package var description: String {
    if case .invalid(let error) = kind { error.description } else { message }
  }
}
