import Glibc
import Login

/// Becoming another program.
enum Replacement {
  /// Replaces this process; returns only the reason why it cannot.
  ///
  /// `command` are the last words of our own command line, which are passed on as the bytes that they are.
  static func run(_ command: [String], _ environment: ChildEnvironment) -> AuthRunError {
    let count = Int(CommandLine.argc)
    guard command.count < count else { return failure(command, EINVAL) }
    // The list ends with the null of our own.
    let words = CommandLine.unsafeArgv + (count - command.count)
    guard let file = words.pointee else { return failure(command, EINVAL) }
    Interrupts.handOver()
    clearenv()
    for entry in environment.entries {
      // The text becomes a part of the environment and stays.
      (entry + [0]).withUnsafeBufferPointer { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) { text in
          text.baseAddress.flatMap { strdup($0) }.map { putenv($0) }
        }
      }
    }
    // It is looked for in the PATH of its own environment, which is also ours.
    execvp(file, words)
    let code = errno
    Interrupts.ignorePipes()
    return failure(command, code)
  }

  /// 127 for a command that is not there and 126 for one that cannot be run, as shells have it.
  private static func failure(_ command: [String], _ code: CInt) -> AuthRunError {
    let name = VisibleText.line(command.first ?? "")
    if code == ENOENT || code == ENOTDIR {
      return AuthRunError(
        .commandNotFound,
        "there is no command “\(name)”",
        step: "exec",
        hint: name.contains("/") ? nil : "no folder of PATH has it"
      )
    }
    return AuthRunError(
      .commandNotExecutable,
      "cannot run “\(name)”: \(FileProblem.reason(code))",
      step: "exec"
    )
  }
}
