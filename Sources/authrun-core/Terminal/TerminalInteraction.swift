import Glibc
import Login
import Standards
import Synchronization

/// The user at a terminal, or a script in the user's place.
final class TerminalInteraction: Interaction {
  private let terminal: Terminal
  private let environment: Environment
  private let browsers: [BrowserCommand]
  /// Whether somebody looks at the screen, and not a program at the result.
  private let drawsCodes: Bool
  /// Whether the user wants no browser to be opened, which is then nothing to warn about.
  private let isBrowserUnwanted: Bool
  private let waitingLine: WaitingLine
  /// The way in which the answer of the running login comes home.
  private let capture = Mutex("loopback")

  /// The longest value taken from standard input.
  private static let longestInput = 1 << 20

  init(
    terminal: Terminal,
    environment: Environment,
    browser: String?,
    drawsCodes: Bool = false
  ) {
    self.terminal = terminal
    self.drawsCodes = drawsCodes && !terminal.isQuiet
    self.environment = environment
    browsers = BrowserCommand.candidates(given: browser, environment: environment)
    isBrowserUnwanted = browser == "none"
    waitingLine = WaitingLine(terminal: terminal)
  }

  /// Takes the waiting line away; must be called when the login has ended.
  func end() {
    waitingLine.stop()
  }

  func show(_ notice: LoginNotice) async {
    if case .waiting(let seconds) = notice {
      waitingLine.start(seconds: seconds, withInputLine: canType && terminal.isInteractive) {
        [awaited] time in
        "\(awaited.before) (\(time))\(awaited.after)"
      }
      return
    }
    switch notice {
    case .callbackRejected, .warning: break  // The wait goes on.
    default: waitingLine.stop()
    }
    var text = NoticeText(style: terminal.style, environment: environment)
    text.qrCode = qrCode(for: notice)
    let lines = text.lines(notice)
    if case .authorize(_, _, let way) = notice {
      capture.withLock { $0 = way }
      // Without the address nobody could go on, so it is shown even when quiet.
      terminal.write(lines)
    } else if case .device = notice {
      capture.withLock { $0 = "device" }
      terminal.write(lines)
    } else if !terminal.isQuiet {
      terminal.write(lines)
    }
  }

  /// The address with the code in it for a telephone's camera, where the whole of it can be seen.
  private func qrCode(for notice: LoginNotice) -> QRCode? {
    guard drawsCodes, case .device(_, _, let complete?) = notice,
      let code = QRCode(complete.text),
      terminal.hasRoom(columns: code.width, lines: code.height)
    else { return nil }
    return code
  }

  func open(_ url: URI) async -> Bool {
    if isBrowserUnwanted { return true }
    for browser in browsers
    where await DetachedProcess.start(browser.arguments(opening: url.text)) {
      return true
    }
    return false
  }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    waitingLine.stop()
    return await Prompt(terminal: terminal).ask(question.text, isSecret: question.isSecret)
  }

  func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      guard isatty(STDIN_FILENO) == 0 || canType else {
        continuation.finish()
        return
      }
      let terminal = terminal
      let reading = Task.detached {
        while let line = await LineInput.standard.line() {
          if isatty(STDIN_FILENO) == 1 { terminal.inputLineEnded() }
          continuation.yield(String(decoding: line, as: UTF8.self))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  func standardInput() async -> Secret? {
    if isatty(STDIN_FILENO) == 1 {
      return await Prompt(terminal: terminal).ask("Value for standard input", isSecret: true)
    }
    guard var bytes = await LineInput.standard.all(limit: Self.longestInput) else { return nil }
    // A text editor or `echo` ends the value with a line break that is not part of it.
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    return Secret(bytes)
  }

  /// What is waited for, before and after the time that is left.
  private var awaited: (before: String, after: String) {
    switch capture.withLock({ $0 }) {
    case "pin": ("Type the PIN that the page shows", canType ? ":" : "")
    case "device": ("Waiting until the code is entered", "")
    case "paste": ("Paste the address at which the browser ended", canType ? ":" : "")
    default: ("Waiting for the browser", canType ? ", or paste the callback address:" : "")
    }
  }

  /// Whether the user can type: not as a background job, which reading would stop.
  private var canType: Bool {
    isatty(STDIN_FILENO) == 1 && tcgetpgrp(STDIN_FILENO) == getpgrp()
  }
}
