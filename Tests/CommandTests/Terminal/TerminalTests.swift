import Glibc
import Testing

@testable import authrun_core

@Suite
struct TerminalTests {
  /// A pipe or a pseudo-terminal, with what was written to it.
  private final class Screen {
    let input: Int32
    let output: Int32

    init(isTerminal: Bool) throws {
      if isTerminal {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var unlock: Int32 = 0
        var number: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
        try #require(master >= 0 && ioctl(master, UInt(0x4004_5431), &unlock) == 0)
        try #require(ioctl(master, UInt(0x8004_5430), &number) == 0)
        input = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        output = master
      } else {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        (output, input) = (ends[0], ends[1])
      }
    }

    deinit {
      close(input)
      close(output)
    }

    /// What has arrived; a mark is written behind it so that reading never waits for more.
    func text() -> String {
      _ = FileDescriptorIO.write("§".utf8, to: input)
      var bytes: [UInt8] = []
      while !String(decoding: bytes, as: UTF8.self).hasSuffix("§") {
        guard case .bytes(let chunk) = FileDescriptorIO.read(output) else { break }
        bytes += chunk
      }
      return String(String(decoding: bytes, as: UTF8.self).dropLast())
    }

    func terminal(quiet: Bool = false) -> Terminal {
      Terminal(
        quiet: quiet,
        color: true,
        environment: Environment(["TERM": "xterm"]),
        output: input,
        errorOutput: input
      )
    }
  }

  @Test
  func `without a terminal a status is one plain line`() throws {
    let screen = try Screen(isTerminal: false)
    let terminal = screen.terminal()
    terminal.showStatus("waiting (1)", withInputLine: false)
    terminal.showStatus("waiting (2)", withInputLine: false)
    terminal.endStatus()
    terminal.note("done")
    #expect(screen.text() == "waiting (1)\ndone\n")
    #expect(terminal.style == .plain)
  }

  @Test
  func `on a terminal a status is redrawn and taken away`() throws {
    let screen = try Screen(isTerminal: true)
    let terminal = screen.terminal()
    terminal.showStatus("waiting (2)", withInputLine: false)
    terminal.showStatus("waiting (1)", withInputLine: false)
    terminal.note("done")
    #expect(
      screen.text() == "\r\u{1B}[Kwaiting (2)\r\u{1B}[Kwaiting (1)\r\u{1B}[Kdone\r\n"
    )
    #expect(terminal.style.isColored)
  }

  @Test
  func `what is being typed stays while the line above it is redrawn`() throws {
    let screen = try Screen(isTerminal: true)
    let terminal = screen.terminal()
    terminal.showStatus("waiting (2)", withInputLine: true)
    terminal.showStatus("waiting (1)", withInputLine: true)
    terminal.inputLineEnded()
    terminal.note("got it")
    #expect(
      screen.text()
        == "waiting (2)\r\n> \u{1B}7\u{1B}[1A\r\u{1B}[Kwaiting (1)\u{1B}8got it\r\n"
    )
  }

  @Test(arguments: [("{}", "{}\r\n"), ("{}\n", "{}\r\n"), ("", "")])
  func `on a terminal the prompt after a body has a line of its own`(
    body: String,
    shown: String
  ) throws {
    let screen = try Screen(isTerminal: true)
    let shownTerminal = screen.terminal()
    try shownTerminal.result(body.utf8)
    try shownTerminal.endResult(after: body.utf8.last)
    #expect(screen.text() == shown)
    let pipe = try Screen(isTerminal: false)
    let pipedTerminal = pipe.terminal()
    try pipedTerminal.result(body.utf8)
    try pipedTerminal.endResult(after: body.utf8.last)
    #expect(pipe.text() == body)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a long transfer shows how far it is, and takes the line away`() async throws {
    let screen = try Screen(isTerminal: true)
    let meter = TransferMeter(screen.terminal())
    meter.start(writingToFile: true)
    meter.expect(4 << 20)
    meter.add(received: 1 << 20)
    var shown = ""
    while !shown.contains("Received 1.0 MiB of 4.0 MiB (25 %)") {
      try await Task.sleep(for: .milliseconds(50))
      shown += screen.text()
    }
    meter.stop()
    #expect(screen.text().hasSuffix("\r\u{1B}[K"))
    let pipe = try Screen(isTerminal: false)
    let quiet = try Screen(isTerminal: true)
    for meter in [TransferMeter(pipe.terminal()), TransferMeter(quiet.terminal(quiet: true))] {
      meter.start(writingToFile: true)
      meter.stop()
    }
    #expect(pipe.text() == "" && quiet.text() == "")
  }

  @Test
  func `a status never wraps`() throws {
    let screen = try Screen(isTerminal: true)
    screen.terminal().showStatus(String(repeating: "x", count: 500), withInputLine: false)
    #expect(screen.text().count < 100)
  }

  @Test
  func `quiet keeps notes and status back, not errors`() throws {
    let screen = try Screen(isTerminal: false)
    let terminal = screen.terminal(quiet: true)
    terminal.note("note")
    terminal.showStatus("status", withInputLine: false)
    terminal.write(["error"])
    #expect(screen.text() == "error\n")
  }

  @Test
  func `echo is off for as long as a secret is typed`() throws {
    let screen = try Screen(isTerminal: true)
    func echoes() -> Bool {
      var settings = termios()
      tcgetattr(screen.input, &settings)
      return settings.c_lflag & tcflag_t(ECHO) != 0
    }
    #expect(echoes())
    do {
      let off = EchoOff(screen.input)
      #expect(!echoes())
      _ = consume off
    }
    #expect(echoes())
    let pipe = try Screen(isTerminal: false)
    let isRefused = if EchoOff(pipe.input) == nil { true } else { false }
    #expect(isRefused)
  }
}
