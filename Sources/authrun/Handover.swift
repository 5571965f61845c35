import Glibc
import Standards

/// Becoming the whole program: `authrun-core`, beside this one or in `../libexec/authrun`.
enum Handover {
  /// Replaces this process, arguments and environment unchanged; returns only when it cannot.
  static func run(_ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Failure {
    let directory: String
    switch ownDirectory() {
    case .success(let path): directory = path
    case .failure(let failure): return failure
    }
    let places = ["\(directory)/authrun-core", "\(directory)/../libexec/authrun/authrun-core"]
    for place in places {
      execv(place, arguments)
      let code = errno
      // Only an absent file sends us on: another program of that name must not hide a broken one.
      guard code == ENOENT || code == ENOTDIR else {
        return Failure(
          message: "cannot start \(place): \(String(cString: strerror(code)))",
          hint: "install authrun again"
        )
      }
    }
    return Failure(
      message: "a part of authrun is missing: authrun-core is neither in \(directory) nor in "
        + "\(directory)/../libexec/authrun",
      hint: "install authrun again; the two programs belong together"
    )
  }

  /// Why the whole program cannot be started.
  struct Failure: Error {
    let message: String
    let hint: String

    /// Lines for people, or one object for programs, as every error of the command.
    func text(asJSON: Bool) -> String {
      guard asJSON else { return "authrun: \(message)\n  \(hint)\n" }
      var error = JSONObject()
      error["code"] = .string("internal")
      error["provider"] = .null
      error["account"] = .null
      error["step"] = .string("start")
      error["message"] = .string(message)
      error["hint"] = .string(hint)
      var object = JSONObject()
      object["error"] = .object(error)
      return JSONValue.object(object).serialized + "\n"
    }
  }

  /// The directory of this program's file, symbolic links resolved.
  private static func ownDirectory() -> Swift.Result<String, Failure> {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0,
      let slash = buffer[..<count].lastIndex(of: CChar(bitPattern: UInt8(ascii: "/")))
    else {
      return .failure(
        Failure(
          message:
            "cannot find out where authrun is installed: \(String(cString: strerror(errno)))",
          hint: "see that /proc is mounted"
        )
      )
    }
    let path = buffer[..<slash].map { UInt8(bitPattern: $0) }
    return .success(String(decoding: path, as: UTF8.self))
  }
}
