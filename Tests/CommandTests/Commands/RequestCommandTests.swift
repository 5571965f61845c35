import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct RequestCommandTests {
  private func request(_ words: String...) throws -> RequestArguments {
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

  @Test(arguments: ["/a..b", "me?next=../x", "https://api.example/a"])
  func `dots elsewhere are taken`(target: String) throws {
    #expect(try request("a", target).target == target)
  }

  @Test
  func `header fields are split at the first colon`() throws {
    let fields = try request("a", "/x", "-H", "A: b:c", "-HD:e").headers.fields
    #expect(fields == [HTTPField("A", "b:c"), HTTPField("D", "e")])
    #expect(throws: UsageError.self) { try request("a", "/x", "-H", "nothing") }
  }

  @Test
  func `form fields are encoded, other bodies are sent as they are`() async throws {
    let form = try await request("a", "/x", "--form", "k=v w", "--form", "l=é").body.content()
    #expect(String(decoding: form.bytes, as: UTF8.self) == "k=v+w&l=%C3%A9")
    #expect(form.type == "application/x-www-form-urlencoded")
    let json = try await request("a", "/x", "--json-body", #"{"a": 1}"#).body.content()
    #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a": 1}"#)
    #expect(json.type == "application/json")
  }

  @Test
  func `two bodies, a broken JSON body and a missing file are refused`() async throws {
    #expect(throws: UsageError.self) { try request("a", "/x", "-d", "b", "--form", "c=d") }
    #expect(throws: UsageError.self) { try request("a", "/x", "--json-body", "{") }
    let missing = try request("a", "/x", "--file", "/nonexistent/file")
    await #expect(throws: AuthRunError.self) { try await missing.body.content() }
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

  @Test(arguments: [(200, nil), (399, nil), (404, 77), (500, 69)] as [(Int, Int32?)])
  func `a status of 400 or more is an error`(status: Int, exit: Int32?) {
    let output = ResponseOutput(response: HTTPResponse(status: status))
    #expect(output.problem(account: AccountID(provider: "p"))?.code.exitStatus == exit)
  }
}
