import Foundation
import Login
import Standards
import TestSupport
import Testing

@testable import authrun_core

@Suite
struct RequestCommandTests {
  private func request(_ words: String...) throws -> RequestArguments {
    try request(words)
  }

  private func request(_ words: [String]) throws -> RequestArguments {
    guard case .run(let arguments) = try CommandTable.parser.parse(["request"] + words) else {
      throw UsageError("help")
    }
    return try RequestCommand(arguments).given
  }

  @Test
  func `the method is GET, POST with a body, or as given`() throws {
    #expect(try request("a", "/x").method == "GET")
    #expect(try request("a", "/x", "-d", "b").method == "POST")
    #expect(try request("a", "PUT", "/x", "-d", "b").method == "PUT")
    #expect(try request("a", "get", "/x").method == "GET")
    #expect(try request("a", "m-Search", "/x").method == "m-Search")
    #expect(throws: UsageError.self) { try request("a", "PU T", "/x") }
  }

  @Test(arguments: ["../me", "/a/./b", "/me?a=1#frag", "https://api.example/me#frag"])
  func `a target that would be sent otherwise than written is a usage error`(target: String) {
    #expect(throws: UsageError.self) { try request("a", target) }
  }

  @Test(arguments: [
    "/a..b", "me?next=../x", "https://api.example/a", "/go?to=https://api.example/a",
  ])
  func `dots elsewhere are taken`(target: String) throws {
    #expect(try request("a", target).target == target)
  }

  @Test
  func `header fields are split at the first colon`() throws {
    let fields = try request("a", "/x", "-H", "A: b:c", "-HD:e").headers.fields
    #expect(fields == [HTTPField("A", "b:c"), HTTPField("D", "e")])
    #expect(throws: UsageError.self) { try request("a", "/x", "-H", "nothing") }
  }

  private func sent(
    _ words: String...
  ) async throws -> (text: String, type: String?) {
    let content = try await request(words).body.bytes()
    return (String(decoding: content.bytes, as: UTF8.self), content.type)
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test
  func `form fields are encoded, other bodies are sent as they are`() async throws {
    let form = try await sent("a", "/x", "--form", "k=v w", "--form", "l=é")
    #expect(form == ("k=v+w&l=%C3%A9", Self.form))
    let json = try await sent("a", "/x", "--json-body", #"{"a": 1}"#)
    #expect(json == (#"{"a": 1}"#, "application/json"))
  }

  @Test
  func `data may be given several times, and from files`() async throws {
    let home = try TemporaryHome()
    let file = try home.write("b=1\r\n&c=2\n", to: "fields.txt")
    #expect(try await sent("a", "/x", "-d", "a=0", "-d", "@\(file)") == ("a=0&b=1&c=2", Self.form))
    #expect(try await sent("a", "/x", "--data-raw", "@\(file)").text == "@\(file)")
    #expect(try await sent("a", "/x", "--data-binary", "@\(file)").text == "b=1\r\n&c=2\n")
    let both = try await sent("a", "/x", "--data-binary", "@\(file)", "--data-binary", "z")
    #expect(both.text == "b=1\r\n&c=2\n&z")
    await #expect(throws: AuthRunError.self) {
      try await sent("a", "/x", "--json-body", "@\(file)")
    }
    let json = try home.write("[1,\r\n2]\n", to: "list.json")
    #expect(try await sent("a", "/x", "--json-body", "@\(json)").text == "[1,\r\n2]\n")
  }

  @Test
  func `a file is not read before it is sent`() async throws {
    for words in [["--file", "/nonexistent"], ["--data-binary", "@/nonexistent"]] {
      let content = try await request(["a", "/x"] + words).body.content()
      #expect(content.source == BodySource([.file("/nonexistent")]))
      #expect(content.bytes.isEmpty)
    }
  }

  @Test
  func `parts of a multipart body have their file's name and type`() throws {
    func field(_ text: String) throws -> MultipartField { try MultipartField(text) }
    #expect(try field("a=b=c;type=x").content == .text("b=c;type=x"))
    let plain = try field("f=@dir/a;b.png")
    #expect(plain.content == .file("dir/a;b.png"))
    #expect(plain.part.fileName == "a;b.png")
    #expect(plain.part.contentType == "application/octet-stream")
    let full = try field("f=@a.png;type=image/png; charset=x;filename=z.png")
    #expect(full.content == .file("a.png;type=image/png; charset=x"))
    let both = try field("f=@a.png;type=image/png;filename=z.png")
    #expect(both.part == MultipartForm.Part(name: "f", fileName: "z.png", contentType: "image/png"))
    #expect(try field("f=<note").part == MultipartForm.Part(name: "f"))
    for wrong in ["f", "=x", "f=@", "f=@a;type=png", "f=@a;type=a/b\r\nX: y"] {
      #expect(throws: UsageError.self) { try field(wrong) }
    }
  }

  @Test
  func `a multipart body is parts in their frame`() async throws {
    let home = try TemporaryHome()
    let file = try home.write("content", to: "note")
    let body = try await sent("a", "/x", "-F", "t=v", "-F", "f=@\(file)", "-F", "g=<\(file)")
    let boundary = try #require(body.type?.split(separator: "=").last)
    let pieces = body.text.components(separatedBy: "--\(boundary)")
    #expect(pieces.count == 5 && pieces.last == "--\r\n")
    #expect(pieces[1] == "\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\nv\r\n")
    #expect(pieces[2].contains("filename=\"note\"") && pieces[2].hasSuffix("\r\n\r\ncontent\r\n"))
    #expect(pieces[3] == "\r\nContent-Disposition: form-data; name=\"g\"\r\n\r\ncontent\r\n")
  }

  @Test
  func `two bodies, a broken JSON body and a missing file are refused`() async throws {
    #expect(throws: UsageError.self) { try request("a", "/x", "-d", "b", "--form", "c=d") }
    #expect(throws: UsageError.self) { try request("a", "/x", "-d", "b", "--data-raw", "c") }
    #expect(throws: UsageError.self) { try request("a", "/x", "--json-body", "{") }
    #expect(throws: UsageError.self) { try request("a", "/x", "-F", "a=@-", "-F", "b=@-") }
    #expect(throws: UsageError.self) { try request("a", "/x", "-d", "@-", "-d", "@-") }
    #expect(throws: UsageError.self) {
      try request("a", "/x", "-F", "a=b", "-H", "Content-Type: x")
    }
    for words in [["--file", "/nonexistent/file"], ["-d", "@/nonexistent/file"]] {
      let missing = try request(["a", "/x"] + words)
      await #expect(throws: AuthRunError.self) { try await missing.body.bytes() }
    }
  }

  @Test(arguments: [
    ["--all", "-i"], ["--all", "-d", "x"], ["POST", "--all"], ["--all", "--retry", "-1"],
    ["--json", "-o", "f"], ["--max-time", "0"],
  ])
  func `what cannot go together is refused`(words: [String]) {
    let method = words.first == "POST" ? ["POST"] : []
    let options = words.filter { $0 != "POST" }
    #expect(throws: UsageError.self) { try request(["a"] + method + ["/x"] + options) }
  }

  @Test
  func `the answer as an object keeps numbers, text and bytes`() {
    func object(_ body: [UInt8]) -> String {
      ResponseOutput(response: HTTPResponse(status: 200, body: body)).json.serialized
    }
    #expect(
      object(Array(#"{"id":9007199254740993}"#.utf8))
        == #"{"status":200,"headers":[],"body":{"id":9007199254740993}}"#
    )
    #expect(object(Array("hi".utf8)) == #"{"status":200,"headers":[],"body":"hi"}"#)
    #expect(object([0xFF]) == #"{"status":200,"headers":[],"body_base64":"/w=="}"#)
  }

  @Test(arguments: [(200, nil), (399, nil), (404, 77), (429, 69), (500, 69)] as [(Int, Int32?)])
  func `a status of 400 or more is an error`(status: Int, exit: Int32?) {
    let output = ResponseOutput(response: HTTPResponse(status: status))
    #expect(output.problem(account: AccountID(provider: "p"))?.code.exitStatus == exit)
  }
}
