import Foundation
import Glibc
import Login
import Standards
import TestSupport
import Testing

@testable import authrun_core

/// QR codes of a device login: read by a reader of such codes, and shown only where they can be seen.
@Suite(.enabled(if: QRCode("x") != nil, "libqrencode is not installed"))
struct QRCodeTests {
  private static let address = "https://login.example/device?user_code=WDJB-MJHT&lang=%C3%BC"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")))
  func `a reader sees the address in the lines as they are drawn`() async throws {
    let code = try #require(QRCode(Self.address))
    let lines = code.lines(style: .plain)
    #expect(lines.count == code.height && lines.allSatisfy { $0.count == code.width })
    // Each half of a character becomes a square of white or black dots, as a screen shows it.
    let scale = 4
    var image = "P2\n\(code.width * scale) \(code.height * 2 * scale)\n255\n"
    for line in lines {
      for upper in [true, false] {
        let row = line.map { $0 == "█" || $0 == (upper ? "▀" : "▄") ? "255 " : "0 " }
          .map { String(repeating: $0, count: scale) }.joined()
        image += String(repeating: row + "\n", count: scale)
      }
    }
    let home = try TemporaryHome()
    try home.write(image, to: "code.pgm")
    let read = try await Command(
      "/usr/bin/zbarimg",
      ["--quiet", "--raw", home.file("code.pgm")],
      environment: home.environment
    ).run()
    #expect(read.output == Self.address + "\n", "\(read)")
  }

  @Test(arguments: [
    (columns: 80, lines: 40, quiet: false, drawn: true),
    (columns: 30, lines: 40, quiet: false, drawn: false),
    (columns: 80, lines: 10, quiet: false, drawn: false),
    (columns: 80, lines: 40, quiet: true, drawn: false),
  ])
  func `it is drawn where a screen has room for it, and never quietly`(
    columns: UInt16,
    lines: UInt16,
    quiet: Bool,
    drawn: Bool
  ) async throws {
    let screen = try Screen(columns: columns, lines: lines)
    let text = try await screen.text(quiet: quiet, drawsCodes: true)
    #expect(text.contains("WDJB-MJHT"))
    #expect(text.contains("█") == drawn, "\(text)")
    // Black and white whatever the terminal's own colours are.
    #expect(text.contains("\u{1B}[38;5;231;48;5;16m") == drawn)
  }

  @Test
  func `a program that reads the result is shown none`() async throws {
    let screen = try Screen(columns: 80, lines: 40)
    #expect(!(try await screen.text(quiet: false, drawsCodes: false).contains("█")))
    // A file is no screen.
    let home = try TemporaryHome()
    let file = open(home.file("errors"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let terminal = Terminal(
      quiet: false,
      color: true,
      environment: Environment(["TERM": "xterm"]),
      output: file,
      errorOutput: file
    )
    #expect(!terminal.hasRoom(columns: 1, lines: 1))
  }

  /// A pseudo-terminal of this size.
  private final class Screen {
    private let master: Int32
    private let side: Int32

    init(columns: UInt16, lines: UInt16) throws {
      master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var unlock: Int32 = 0
      var number: Int32 = 0
      // TIOCSPTLCK and TIOCGPTN, macros that Swift does not see.
      try #require(master >= 0 && ioctl(master, UInt(0x4004_5431), &unlock) == 0)
      try #require(ioctl(master, UInt(0x8004_5430), &number) == 0)
      side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      try #require(ioctl(side, UInt(0x5414), &size) == 0)  // TIOCSWINSZ
    }

    deinit {
      close(side)
      close(master)
    }

    /// What a device login shows.
    func text(quiet: Bool, drawsCodes: Bool) async throws -> String {
      let environment = Environment(["TERM": "xterm"])
      let terminal = Terminal(
        quiet: quiet,
        color: true,
        environment: environment,
        output: side,
        errorOutput: side
      )
      let interaction = TerminalInteraction(
        terminal: terminal,
        environment: environment,
        browser: "none",
        drawsCodes: drawsCodes
      )
      let url = try URI("https://login.example/device")
      let complete = try URI(QRCodeTests.address)
      // The pseudo-terminal holds 4 KiB, fewer than are written: somebody has to read beside it.
      let reading = Task.detached { [master] in
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).hasSuffix("§") {
          guard case .bytes(let chunk) = FileDescriptorIO.read(master) else { break }
          bytes += chunk
        }
        return String(decoding: bytes, as: UTF8.self)
      }
      await interaction.show(.device(code: "WDJB-MJHT", url: url, complete: complete))
      _ = FileDescriptorIO.write("§".utf8, to: side)
      return await reading.value
    }
  }
}
