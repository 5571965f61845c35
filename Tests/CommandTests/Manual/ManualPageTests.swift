import Foundation
import TestSupport
import Testing

@testable import authrun_core

@Suite
struct ManualPageTests {
  private static let pages = CommandTable.manual.pages()

  private func checked(_ program: String, _ arguments: [String]) async throws -> CommandResult {
    var command = Command(program, arguments, environment: ["PATH": "/usr/bin:/bin"])
    command.environment["LANG"] = "C.UTF-8"
    command.environment["MANWIDTH"] = "100"
    return try await command.run()
  }

  private func written(_ home: TemporaryHome) throws -> [String] {
    try Self.pages.map { try home.write($0.text, to: "man1/\($0.file)") }
  }

  @Test
  func `every command that help lists has a page`() {
    let files = Set(Self.pages.map(\.file))
    for spec in CommandTable.specs {
      let file = "authrun-\(spec.words.joined(separator: "-")).1"
      #expect(files.contains(file) == !spec.isHidden, "\(file)")
    }
    #expect(files.contains("authrun.1"))
  }

  @Test
  func `mandoc finds nothing to object to`() async throws {
    let home = try TemporaryHome()
    let files = try written(home)
    let result = try await checked("/usr/bin/mandoc", ["-T", "lint", "-W", "warning"] + files)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.isEmpty, "\(result)")
  }

  @Test
  func `groff sets every page without a warning`() async throws {
    let home = try TemporaryHome()
    for file in try written(home) {
      let result = try await checked(
        "/usr/bin/groff",
        ["-man", "-Tutf8", "-ww", "-z", "-b", file]
      )
      #expect(result.status == 0 && result.errors.isEmpty, "\(file): \(result)")
    }
  }

  @Test
  func `a page says what help says, and can be copied from`() async throws {
    let home = try TemporaryHome()
    _ = try written(home)
    let result = try await checked(
      "/usr/bin/mandoc",
      ["-T", "utf8", "-O", "width=200", home.file("man1/authrun-request.1")]
    )
    let text = result.output.replacing(#/.\u{8}/#, with: "")
    for part in [
      "authrun request ACCOUNT [METHOD] URL-OR-PATH", "--max-wait SECONDS", "-H, --header",
      "authrun request twitter POST /statuses/update.json --form status='Hello'",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    for option in RequestCommand.spec.options {
      #expect(text.contains(option.synopsis), "\(option.synopsis)")
    }
  }

  @Test
  func `nothing of a text becomes a macro`() {
    #expect(
      Roff.escaped("a\\b -x 'q' “é” ~^`")
        == "a\\eb \\-x \\(aqq\\(aq \\(lq\\[u00E9]\\(rq \\(ti\\(ha\\(ga"
    )
    var roff = Roff(title: "T")
    roff.paragraph(".SH NAME")
    roff.paragraph("'br")
    #expect(roff.text.contains("\n\\&.SH NAME\n"))
    #expect(roff.text.contains("\n\\&\\(aqbr\n"))
  }

  @Test
  func `an installation writes them where it is told`() async throws {
    let program = try BuiltProgram()
    let result = try await program.run("manuals", program.home.file("out"))
    #expect(result.status == 0, "\(result)")
    let files = try FileManager.default.contentsOfDirectory(atPath: program.home.file("out"))
    #expect(files.sorted() == Self.pages.map(\.file).sorted())
  }
}
