import Glibc

/// A file of the user's choice while it is being written: whole in the end, or what it was before.
///
/// The bytes go to a draft beside it, which takes its place at `commit`. Where that cannot be had without
/// making another thing of what is there, or where the folder takes no new file, they go there at once.
final class OutputDraft {
  private let path: String
  private let descriptor: Int32
  /// The draft's path; `nil` where it is written in place.
  private var draft: String?

  init(_ path: String) throws(FileProblem) {
    self.path = path
    if OutputFile.canBeReplaced(path), let made = Self.draft(beside: path) {
      draft = made.path
      descriptor = made.descriptor
    } else {
      draft = nil
      descriptor = try OutputFile.open(path, mode: 0o666)
    }
  }

  deinit {
    close(descriptor)
    if let draft { unlink(draft) }
  }

  func write(_ bytes: some Collection<UInt8>) throws(FileProblem) {
    if let code = FileDescriptorIO.write(bytes, to: descriptor) {
      throw FileProblem(path: path, code: code)
    }
  }

  /// Puts what was written into the file's place; without it nothing of it stays.
  func commit() throws(FileProblem) {
    guard let draft else { return }
    guard rename(draft, path) == 0 else { throw FileProblem(path: path, code: errno) }
    self.draft = nil
  }

  private static func draft(beside path: String) -> (path: String, descriptor: Int32)? {
    let existing = OutputFile.status(ofLink: path)
    let draft = "\(path).\(getpid()).part"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = open(draft, flags, existing == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { return nil }
    if let existing {
      fchown(descriptor, uid_t.max, existing.st_gid)
      fchmod(descriptor, existing.st_mode & 0o7777)
    }
    return (draft, descriptor)
  }
}
