import Glibc
import Login

/// A file that holds one token for another program to read.
enum TokenFile {
  /// Puts the token there whole or not at all, readable by its owner alone.
  static func write(_ token: String, to path: String) throws(AuthRunError) {
    let draft = "\(path).\(getpid()).part"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    var code = FileDescriptorIO.write(token.utf8, to: descriptor)
    if code == nil, rename(draft, path) != 0 { code = errno }
    if let code {
      unlink(draft)
      throw failure(path, code)
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> AuthRunError {
    AuthRunError(.inputInvalid, FileProblem(path: path, code: code).message, step: Helper.step)
  }
}
