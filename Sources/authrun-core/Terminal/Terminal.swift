import Glibc
import Synchronization

/// The two output streams: results go to standard output, everything else to standard error.
final class Terminal: Sendable {
  /// Colours for standard error.
  let style: Style
  /// Colours for standard output.
  let resultStyle: Style
  let isQuiet: Bool
  /// Whether standard error is a terminal, on which a line can be redrawn.
  let isInteractive: Bool
  private let output: Int32
  private let errorOutput: Int32
  /// The status line that is on the screen, if one is.
  private let status = Mutex<StatusLine?>(nil)

  private struct StatusLine {
    /// Whether the user types on the line below it.
    var hasInputLine: Bool
  }

  init(
    quiet: Bool,
    color: Bool,
    environment: Environment,
    output: Int32 = STDOUT_FILENO,
    errorOutput: Int32 = STDERR_FILENO
  ) {
    self.output = output
    self.errorOutput = errorOutput
    isQuiet = quiet
    isInteractive = isatty(errorOutput) == 1 && environment["TERM"] != "dumb"
    style = Style(isColored: color && isInteractive)
    resultStyle = Style(isColored: color && isatty(output) == 1 && environment["TERM"] != "dumb")
  }

  /// Writes a part of the result; a reader that has gone away is no error of ours.
  func result(_ bytes: some Collection<UInt8>) throws(OutputClosed) {
    guard let code = FileDescriptorIO.write(bytes, to: output) else { return }
    throw OutputClosed(code: code)
  }

  /// Writes a line of the result.
  func result(line: String) throws(OutputClosed) {
    try result((line + "\n").utf8)
  }

  /// Ends a body that was written as it came; on a terminal the next prompt has a line of its own.
  func endResult(after last: UInt8?) throws(OutputClosed) {
    if let last, last != 0x0A, isResultShown { try result([0x0A]) }
  }

  /// Whether standard output is a terminal.
  var isResultShown: Bool { isatty(output) == 1 }

  /// Says something on standard error, unless `--quiet`.
  func note(_ lines: String...) {
    if !isQuiet { write(lines) }
  }

  /// Says on standard error what must be said even with `--quiet`.
  func write(_ lines: [String]) {
    status.withLock { shown in
      let text = erased(&shown) + lines.map { $0 + "\n" }.joined()
      _ = FileDescriptorIO.write(text.utf8, to: errorOutput)
    }
  }

  /// Shows or renews the line that tells what is awaited; without a terminal only the first is printed.
  func showStatus(_ line: String, withInputLine: Bool) {
    guard !isQuiet else { return }
    // A line that wraps could not be taken back.
    let line = isInteractive ? String(line.prefix(columns - 1)) : line
    status.withLock { shown in
      let text: String
      if !isInteractive {
        text = shown == nil ? line + "\n" : ""
      } else if !withInputLine {
        text = "\r\u{1B}[K" + line
      } else if shown == nil {
        text = line + "\n> "
      } else {
        // The cursor is saved around the redrawing so that what is being typed stays as it is.
        text = "\u{1B}7\u{1B}[1A\r\u{1B}[K" + line + "\u{1B}8"
      }
      shown = StatusLine(hasInputLine: withInputLine)
      _ = FileDescriptorIO.write(text.utf8, to: errorOutput)
    }
  }

  /// Notes that the user ended the input line: the cursor is on a fresh line now.
  func inputLineEnded() {
    status.withLock { $0 = nil }
  }

  /// Removes the status line.
  func endStatus() {
    status.withLock { shown in
      let text = erased(&shown)
      _ = FileDescriptorIO.write(text.utf8, to: errorOutput)
    }
  }

  /// The width of the screen.
  private var columns: Int { size?.columns ?? 80 }

  /// Whether so much can be seen at once on a screen that is there; one of unknown size shows nothing.
  func hasRoom(columns: Int, lines: Int) -> Bool {
    guard isInteractive, let size else { return false }
    return size.columns >= columns && size.lines >= lines
  }

  private var size: (columns: Int, lines: Int)? {
    var size = winsize()
    let request: UInt = 0x5413  // TIOCGWINSZ, a macro that Swift does not see.
    guard ioctl(errorOutput, request, &size) == 0, size.ws_col > 1 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private func erased(_ shown: inout StatusLine?) -> String {
    defer { shown = nil }
    guard let line = shown, isInteractive else { return "" }
    return line.hasInputLine ? "\r\u{1B}[K\u{1B}[1A\r\u{1B}[K" : "\r\u{1B}[K"
  }
}

/// Standard output cannot be written to any more.
struct OutputClosed: Error, Hashable {
  let code: Int32

  /// Whether its reader simply went away, as `head` does.
  var isReaderGone: Bool { code == EPIPE }
}
