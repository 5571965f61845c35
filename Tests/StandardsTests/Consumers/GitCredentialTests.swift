import Standards
import Testing

@Suite
struct GitCredentialTests {
  static let stored = Credential(
    kind: .oauth2,
    accessToken: Secret("tok"),
    tokenType: "Bearer",
    issuedAt: Timestamp(seconds: 0),
    expiresAt: Timestamp(seconds: 1_900_000_000)
  )

  private func request(_ text: String) throws -> GitCredential {
    try GitCredential(Array(text.utf8))
  }

  private func lines(_ text: String, user: String? = nil) throws -> [String] {
    try request(text).answer(Self.stored, user: user).output.split(separator: "\n").map(String.init)
  }

  @Test
  func `an older git gets a user name, the token as password, and its end`() throws {
    #expect(
      try lines("protocol=https\nhost=example.com\n\n")
        == ["username=oauth2", "password=tok", "password_expiry_utc=1900000000"]
    )
    #expect(try lines("protocol=https\nhost=e\nusername=me\n")[0] == "username=me")
    #expect(try lines("protocol=https\nhost=e\nusername=me\n", user: "you")[0] == "username=you")
  }

  @Test
  func `a git that takes authtype is told that nobody may keep the token`() throws {
    let start = "capability[]=authtype\ncapability[]=state\nprotocol=https\nhost=e\n"
    #expect(
      try lines(start + "wwwauth[]=Basic realm=\"x\"\n")
        == [
          "capability[]=authtype", "authtype=Basic", "credential=b2F1dGgyOnRvaw==", "ephemeral=1",
          "password_expiry_utc=1900000000",
        ]
    )
    let bearer = try lines(start + "wwwauth[]=Basic realm=\"x\"\nwwwauth[]=bearer realm=\"x\"\n")
    #expect(bearer.contains("authtype=Bearer") && bearer.contains("credential=tok"))
    let emptied = try lines(start + "wwwauth[]=Bearer\nwwwauth[]=\nwwwauth[]=Basic\n")
    #expect(emptied.contains("authtype=Basic"), "an empty value empties the list")
  }

  @Test(arguments: [
    "host=a\rb\n", "host=a\u{0}b\n", "path=x\r\nhost=evil\n", "novalue\n", "=x\n",
    "username=a\u{1b}[2J\n",
  ])
  func `a control character or a line of another shape is refused as a whole`(text: String) {
    #expect(throws: GitCredential.Fault.self) { try request("protocol=https\n" + text) }
  }

  @Test
  func `a description ends at an empty line, and the last of a key counts`() throws {
    let wanted = try request("protocol=https\nhost=a\nhost=b\n\nhost=c\n\rrubbish")
    #expect(wanted.hostName == "b")
    #expect(throws: GitCredential.Fault.self) {
      try GitCredential([UInt8](repeating: 0x61, count: GitCredential.limit + 1))
    }
  }

  @Test
  func `the refused token is found in each form in which it was given`() throws {
    #expect(try request("password=tok\n").refused?.text == "tok")
    #expect(try request("authtype=Bearer\ncredential=tok\n").refused?.text == "tok")
    #expect(
      try request("authtype=Basic\ncredential=b2F1dGgyOnRvaw==\n").refused?.text == "tok"
    )
    #expect(try request("protocol=https\n").refused == nil)
  }

  @Test
  func `an OAuth 1 token and a user name with a line break are not given`() throws {
    var oauth1 = Self.stored
    oauth1.kind = .oauth1
    let wanted = try request("protocol=https\nhost=e\n")
    #expect(throws: ConsumerFault.self) { try wanted.answer(oauth1, user: nil) }
    #expect(throws: ConsumerFault.self) { try wanted.answer(Self.stored, user: "a\nhost=b") }
    var broken = Self.stored
    broken.accessToken = Secret("a\npassword=b")
    #expect(throws: ConsumerFault.self) { try wanted.answer(broken, user: nil) }
  }
}
