import Glibc
import Login
import Providers

/// The folder into which an author's files go: the user's own of descriptors, or another.
struct ProvidersFolder: Sendable {
  let path: String
  /// Whether descriptors in it are found without `--providers`.
  let isUsers: Bool

  init(given: String?, _ context: CommandContext) throws(AuthRunError) {
    if let given {
      path = given.count > 1 && given.hasSuffix("/") ? String(given.dropLast()) : given
      isUsers = false
    } else {
      guard let own = try context.engine().catalogue.folders.first(where: { $0.origin == .user })
      else {
        throw AuthRunError(
          .inputInvalid,
          "there is no folder of your own: neither HOME nor XDG_CONFIG_HOME is set",
          hint: "--to DIR names one"
        )
      }
      path = own.path
      isUsers = true
    }
    try make(nil)
  }

  /// Makes the folder, or one below it, with those that lead to it; nobody else may look into new ones.
  func make(_ name: String?) throws(AuthRunError) {
    try Self.make(name.map { "\(path)/\($0)" } ?? path)
  }

  private static func make(_ path: String) throws(AuthRunError) {
    if mkdir(path, 0o700) == 0 { return }
    let code = errno
    if code == EEXIST { return }
    guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw AuthRunError(.inputInvalid, FileProblem(path: path, code: code).message)
    }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw AuthRunError(.inputInvalid, FileProblem(path: path, code: errno).message)
    }
  }

  /// Whether a new file with the text could be made; `false` where something is there already.
  func create(_ file: String, _ text: String) throws(AuthRunError) -> Bool {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw AuthRunError(.inputInvalid, FileProblem(path: file, code: errno).message)
    }
    defer { close(descriptor) }
    if let code = FileDescriptorIO.write(text.utf8, to: descriptor) {
      unlink(file)
      throw AuthRunError(.inputInvalid, FileProblem(path: file, code: code).message)
    }
    return true
  }

  /// Puts the text into a file of ours, whatever it held before.
  func replace(_ file: String, with text: String) throws(AuthRunError) {
    do throws(FileProblem) {
      try OutputFile.write(Array(text.utf8), to: file)
    } catch {
      throw AuthRunError(.inputInvalid, error.message)
    }
  }

  func exists(_ file: String) -> Bool {
    var status = stat()
    return lstat(file, &status) == 0
  }

  func holds(_ file: String, _ text: String) -> Bool {
    (try? FileDescriptorIO.contents(ofFile: file, limit: 1 << 20)) == Array(text.utf8)
  }
}
