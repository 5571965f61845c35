import Foundation
import Login
import TestSupport
import Testing

@testable import authrun_core

@Suite(.timeLimit(.minutes(10)))
struct OutputFileTests {
  private let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: [0o600, 0o640, 0o755])
  func `a file that is there keeps its mode`(expected: Int) throws {
    let file = try home.write("old and longer", to: "out", mode: expected)
    try FileManager.default.setAttributes([.posixPermissions: expected], ofItemAtPath: file)
    try OutputFile.write(Array("new".utf8), to: file)
    #expect(try text(file) == "new")
    #expect(try mode(file) == expected)
    #expect(home.files().keys.sorted() == ["out"])
  }

  @Test
  func `a link stays a link, and what it leads to is written`() throws {
    let file = try home.write("old", to: "real")
    try FileManager.default.createSymbolicLink(atPath: home.file("link"), withDestinationPath: file)
    try OutputFile.write(Array("new".utf8), to: home.file("link"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.file("link")) == file)
    #expect(try text(file) == "new")
  }

  @Test
  func `another name of the same file still leads to it`() throws {
    let file = try home.write("old and longer", to: "one")
    try FileManager.default.linkItem(atPath: file, toPath: home.file("two"))
    try OutputFile.write(Array("new".utf8), to: file)
    #expect(try text(home.file("two")) == "new")
  }

  @Test
  func `a FIFO stays a FIFO, and its reader gets the bytes`() async throws {
    let fifo = home.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let reader = Task.detached { try FileDescriptorIO.contents(ofFile: fifo, limit: 100) }
    try OutputFile.write(Array("through".utf8), to: fifo)
    #expect(try await reader.value == Array("through".utf8))
    var status = stat()
    #expect(lstat(fifo, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test
  func `a device is written to where it is`() throws {
    let link = home.file("null")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
    try OutputFile.write(Array("gone".utf8), to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
  }

  @Test
  func `a link that another user made is not followed`() throws {
    guard geteuid() == 0 else { return }
    let file = try home.write("old", to: "real")
    let link = home.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    lchown(link, 1, 1)
    #expect(throws: FileProblem(path: link, code: EACCES)) {
      try OutputFile.write(Array("new".utf8), to: link)
    }
    #expect(try text(file) == "old")
  }

  @Test
  func `a draft that is given up leaves what was there, and nothing else`() throws {
    let file = try home.write("old", to: "out")
    do {
      let draft = try OutputDraft(file)
      try draft.write(Array("half of the ne".utf8))
    }
    #expect(try text(file) == "old")
    #expect(home.files().keys.sorted() == ["out"])
    do {
      let draft = try OutputDraft(home.file("fresh"))
      try draft.write([1])
    }
    #expect(home.files().keys.sorted() == ["out"])
  }

  @Test
  func `a folder is refused, and so is a file in one that is not there`() {
    #expect(throws: FileProblem(path: home.path, code: EISDIR)) {
      try OutputFile.write([], to: home.path)
    }
    #expect(throws: FileProblem(path: home.file("no/file"), code: ENOENT)) {
      try OutputFile.write([], to: home.file("no/file"))
    }
  }

  @Test
  func `a trace goes through a link of one's own to what it leads to, anew`() throws {
    let file = try home.write("old and longer", to: "real")
    let link = home.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try TraceToFile(path: link).record(.note(step: "token", "new"))
    #expect(try text(file).contains("new"))
    #expect(try !text(file).contains("old"))
  }

  @Test
  func `a trace can share standard output with the result`() async throws {
    let program = try BuiltProgram()
    let key = try program.home.write(JOSEExamples.hs256, to: "key")
    let words = ["jwt", "sign", "--alg", "HS256", "--key", key, "--trace=/dev/stdout"]
    let result = try await program.run(words, input: "{}")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("eyJ"), "\(result)")
    #expect(result.output.contains("HMAC"), "\(result)")
  }
}
