import Glibc
import Login

/// A directory that only its owner can enter, removed with everything in it at the end of the scope.
final class TemporaryDirectory: Sendable {
  let path: String

  init(environment: Environment) throws(AuthRunError) {
    let given = environment.nonEmpty("TMPDIR")
    let base = given ?? "/tmp"
    var template = Array("\(base)/authrun-rehearsal.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = FileProblem(path: base, code: errno).message
      throw AuthRunError(
        .inputInvalid,
        "no temporary directory can be made in \(given == nil ? "" : "TMPDIR, ")\(reason)",
        hint: "set TMPDIR to a directory that you can write to"
      )
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    Self.remove(path)
  }

  /// Writes a file below the directory and returns its path.
  func write(_ text: String, to name: String) throws(AuthRunError) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw AuthRunError(.internal, FileProblem(path: file, code: errno).message)
    }
    defer { close(descriptor) }
    if let code = FileDescriptorIO.write(text.utf8, to: descriptor) {
      throw AuthRunError(.internal, FileProblem(path: file, code: code).message)
    }
    return file
  }

  /// Makes a directory below it and returns its path.
  func makeDirectory(_ name: String) -> String {
    let directory = "\(path)/\(name)"
    mkdir(directory, 0o700)
    return directory
  }

  /// Links are removed, never followed.
  private static func remove(_ path: String) {
    if let stream = opendir(path) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
            String(cString: $0)
          }
        }
        guard name != ".", name != ".." else { continue }
        let child = "\(path)/\(name)"
        if Int32(entry.pointee.d_type) == DT_DIR { remove(child) } else { unlink(child) }
      }
      closedir(stream)
    }
    rmdir(path)
  }
}
