import Glibc
import Standards

/// Asks the user for one line.
struct Prompt: Sendable {
  let terminal: Terminal

  /// The answer; `nil` when nobody can answer, or when the task is cancelled.
  ///
  /// Standard input answers when it is a terminal or holds something, so that a script can pipe an answer
  /// in; otherwise the controlling terminal is asked.
  func ask(_ text: String, isSecret: Bool) async -> Secret? {
    guard isatty(STDIN_FILENO) == 0 else {
      guard isForeground(STDIN_FILENO) else { return nil }
      return await ask(text, isSecret: isSecret, input: .standard, descriptor: STDIN_FILENO)
    }
    if let line = await LineInput.standard.line() { return Secret(line) }
    let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard isForeground(descriptor) else { return nil }
    let input = LineInput(descriptor: descriptor)
    return await ask(text, isSecret: isSecret, input: input, descriptor: descriptor)
  }

  private func ask(
    _ text: String,
    isSecret: Bool,
    input: LineInput,
    descriptor: Int32
  ) async -> Secret? {
    let echoOff = isSecret ? EchoOff(descriptor) : nil
    // A secret that would be shown is not asked for.
    if isSecret, echoOff == nil { return nil }
    terminal.endStatus()
    _ = FileDescriptorIO.write(VisibleText.line(text).utf8 + Array(": ".utf8), to: STDERR_FILENO)
    let line = await input.line()
    _ = consume echoOff
    return line.map { Secret($0) }
  }

  /// Whether reading from the terminal would not stop the program as a background job.
  private func isForeground(_ descriptor: Int32) -> Bool {
    tcgetpgrp(descriptor) == getpgrp()
  }
}
