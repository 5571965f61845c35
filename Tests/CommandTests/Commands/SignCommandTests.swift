import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct SignCommandTests {
  private func sign(_ words: String...) throws -> SignCommand {
    guard case .run(let arguments) = try CommandTable.parser.parse(["sign"] + words) else {
      throw UsageError("help")
    }
    return try SignCommand(arguments)
  }

  private func signed(
    fields: [HTTPField] = [],
    body: String? = nil
  ) throws -> SignedAPIRequest {
    SignedAPIRequest(
      method: "POST",
      url: try URI("https://api.example/x?a=b"),
      fields: fields,
      body: body.map { Array($0.utf8) }
    )
  }

  @Test
  func `the request is understood as that of the command request`() async throws {
    let command = try sign("p/n", "PUT", "/x", "-H", "A: b", "--form", "k=v w")
    #expect(command.given.account.description == "p/n")
    #expect(!command.verifies)
    let request = try await command.given.request()
    #expect(request.method == "PUT")
    #expect(request.target == "/x")
    #expect(
      request.headers.fields == [
        HTTPField("A", "b"), HTTPField("Content-Type", "application/x-www-form-urlencoded"),
      ]
    )
    #expect(String(decoding: request.body, as: UTF8.self) == "k=v+w")
  }

  @Test
  func `an Authorization header is given to be verified, never to be signed`() throws {
    #expect(throws: UsageError.self) { try sign("p", "/x", "-H", "authorization: OAuth a") }
    #expect(try sign("p", "/x", "-H", "Authorization: OAuth a", "--verify").verifies)
  }

  @Test
  func `a header is printed as a field that curl takes`() throws {
    let signed = try signed(fields: [HTTPField("Authorization", "OAuth a=\"b\"")])
    #expect(try sign("p", "/x").lines(signed) == ["Authorization: OAuth a=\"b\""])
    #expect(
      SignCommand.json(signed).serialized
        == #"{"method":"POST","url":"https://api.example/x?a=b","#
        + #""headers":[["Authorization","OAuth a=\"b\""]]}"#
    )
  }

  @Test
  func `what is not in a header is printed with --json alone`() throws {
    let inQuery = try signed()
    let inBody = try signed(body: "a=b")
    for signed in [inQuery, inBody] {
      #expect(throws: AuthRunError.self) { try sign("p", "/x").lines(signed) }
    }
    #expect(SignCommand.json(inBody).serialized.hasSuffix(#""headers":[],"body":"a=b"}"#))
  }
}
