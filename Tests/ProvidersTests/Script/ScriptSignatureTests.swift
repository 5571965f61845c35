import Crypto
import Providers
import Standards
import Testing

/// `ctx.sign`: signatures over sorted parameters, with private keys, and those of AWS.
@Suite
struct ScriptSignatureTests {
  private static let key: JWK = {
    do {
      return try KeyGenerator.rsa()
    } catch {
      fatalError("\(error)")
    }
  }()

  /// Runs `body` with a private key, `key`, a token, `token`, that may go to `a.example` alone, and a long secret, `long`.
  private static func run(
    _ body: String,
    effects: FakeEffects = FakeEffects()
  ) async throws -> ScriptOutcome {
    let pem = Secret(try KeyPEM.write(key, as: .pkcs8))
    return try await runScript("local key, token, long = ...\n\(body)", effects: effects) {
      context in
      [
        context.lend(pem, name: "private_key"),
        context.lend(Secret("t0ken"), name: "token") { $0.host == "a.example" },
        context.lend(Secret("a secret that nobody guesses"), name: "long"),
      ]
    }
  }

  private static func text(_ body: String) async throws -> String? {
    try await run("return \(body)").returned.text
  }

  @Test(arguments: [
    // As Last.fm and Odnoklassniki have it.
    (
      """
      digest = "md5", parts = { { sorted = { token = "yyy", method = "auth.getSession", api_key = "xxx" },
        assign = "", join = "" }, "mysecret" }
      """, "006b77f9f2360b8959c28c46efe54d1e"
    ),
    // As Shopify has it.
    (
      """
      hmac = "sha256", key = "hush", parts = { { sorted = { shop = "some-shop.myshopify.com",
        code = "0907a61c0c8d55e99db179b68161bc00", timestamp = 1337178173, hmac = "x" },
        without = { "hmac" } } }
      """, "4712bf92ffc2917d15a2f5a273e39f0116667419aa4b6ac0b3baaf26fa3c4d20"
    ),
    // As Telegram has it.
    (
      """
      hmac = "sha256", key = "bot:token", hash_key = true, parts = { { sorted = { id = 7,
        first_name = "A", auth_date = "1", hash = "x" }, join = "\\n", without = { "hash" } } }
      """, "41e1eb1ee7993c74d6c285b88305ec44cbd29428a4baade4608f09cb2ff16efa"
    ),
    (
      """
      digest = "sha1", format = "hex_upper", parts = { { sorted = { ["a b"] = "&" }, encode = true } }
      """, "B0295A320785A634163C024FBD700942CAC8D171"
    ),
    (
      """
      hmac = "sha512", key = { "k" }, format = "base64", parts = { '{"a":1}', 1700000000 }
      """,
      "i6pKLrKYQLl55CJpsEVHRF6L6yO9L2rPqlcPbBscl8BzQSJE23lcTbM53IJap1CgR+XbRWNmx+BZ69+3TiObdw=="
    ),
  ])
  func `templates give what services publish`(_ order: String, _ expected: String) async throws {
    #expect(try await Self.text("ctx.sign.template { \(order) }") == expected)
  }

  @Test
  func `a private key signs a text, a list, and sorted parameters`() async throws {
    let verifier = try OpenSSLSignatures().rsaVerifier(Self.key, hash: .sha256)
    let orders = [
      "ctx.sign.rsa_sha256(key, 'a=1&b=2', 'base64')",
      "ctx.sign.rsa_sha256(key, { 'a=', 1, '&b=2' }, 'base64')",
      """
      ctx.sign.template { rsa = 'sha256', key = key, format = 'base64',
        parts = { { sorted = { b = 2, a = 1, sign = 'x' }, without = { 'sign' } } } }
      """,
    ]
    for order in orders {
      let signature = try Base64.decode(#require(try await Self.text(order)))
      #expect(verifier.isValid(signature, for: Array("a=1&b=2".utf8)), "\(order)")
      #expect(!verifier.isValid(signature, for: Array("a=1&b=3".utf8)))
    }
    for (name, hash) in [("rsa_sha1", HashAlgorithm.sha1), ("rsa_sha512", .sha512)] {
      let signature = try Hex.decode(#require(try await Self.text("ctx.sign.\(name)(key, 'a')")))
      let verifier = try OpenSSLSignatures().rsaVerifier(Self.key, hash: hash)
      #expect(verifier.isValid(signature, for: Array("a".utf8)))
    }
  }

  @Test(arguments: [
    "ctx.sign.rsa_sha256(key, { 'a', token })",
    "ctx.sign.template { rsa = 'sha256', key = key, parts = { token } }",
    "ctx.sign.template { hmac = 'sha256', key = 'k', parts = { { sorted = { a = token } } } }",
    "ctx.sign.template { digest = 'md5', parts = { { sorted = { a = { 1, token } } }, 'b' } }",
    "ctx.sign.template { hmac = 'sha256', key = ctx.opt.app_key, parts = { 'a' } }",
    "ctx.sign.template { hmac = 'sha256', hash_key = true, key = { 'a', token }, parts = { 'a' } }",
    """
    ctx.sign.aws_v4({ url = "https://b.example/" }, { access_key_id = "A",
      secret_access_key = ctx.opt.app_key, region = "r", service = "s" }).headers.authorization
    """,
    """
    ctx.sign.aws_v4({ url = "https://b.example/", body = token }, { access_key_id = "A",
      secret_access_key = key, region = "r", service = "s" }).headers.authorization
    """,
  ])
  func `what is made of a secret, or keyed with a weak one, is one and goes where that may`(
    _ order: String
  ) async throws {
    let outcome = try await Self.run("return \(order)")
    #expect(outcome.returned.text == nil)
    #expect(outcome.mayGo(outcome.returned, to: try URI("https://a.example/")))
    #expect(!outcome.mayGo(outcome.returned, to: try URI("https://b.example/")))
  }

  @Test
  func `the trace has formulas with names, and neither secrets nor signatures`() async throws {
    let effects = FakeEffects()
    let outcome = try await Self.run(
      """
      return table.concat({
        ctx.hash.sha256 { "a", "|", "b" }, ctx.hash.hmac_sha256(long, "text"),
        ctx.sign.rsa_sha256(key, "text"),
        ctx.sign.template { hmac = "sha1", key = long, parts = { "x", { sorted = {} } } },
        ctx.sign.aws_v4({ url = "https://a.example/p" }, { access_key_id = "A", secret_access_key = key,
          region = "r", service = "s" }).headers.authorization:match("Signature=(%x+)"),
        tostring(ctx.hash.md5 { token }),
      }, " ")
      """,
      effects: effects
    )
    let seen = effects.seen.derived
    #expect(
      seen.map(\.formula) == [
        "hex(SHA-256(\"a\" \"|\" \"b\"))", "hex(HMAC-SHA-256(long, \"text\"))",
        "hex(RSASSA-PKCS1-v1_5-SHA-256(private_key, \"text\"))",
        "hex(HMAC-SHA-1(long, \"x\" sorted_parameters))",
        "algorithm, date, scope, hex(SHA-256(canonical_request))",
        "hex(HMAC-SHA-256(key(secret, date, region, service), string_to_sign))",
        "hex(MD5(token))",
      ]
    )
    let results = try #require(outcome.returned.text).split(separator: " ").map(String.init)
    #expect(seen[0].value == results[0])
    #expect(seen[1...].filter { $0.value != nil }.map(\.name) == ["sign.aws_v4.string_to_sign"])
    let shown = "\(seen)"
    for result in results[1...4] { #expect(!shown.contains(result)) }
    #expect(!shown.contains("nobody guesses") && !shown.contains("t0ken"))
  }

  @Test
  func `AWS gets what its own client would send, with the session's token as a handle`()
    async throws
  {
    let outcome = try await Self.run(
      """
      local signed = ctx.sign.aws_v4({
        method = "POST", url = "https://a.example/a//b/../c?x=1", body = "Param1=value1",
        headers = { ["content-type"] = "application/x-www-form-urlencoded", accept = "a" },
        host = "a.example", path = "/a//b/../c", query = "x=1", params = { x = "1" },
      }, { access_key_id = "AKIDEXAMPLE", secret_access_key = long, session_token = token,
        region = "us-east-1", service = "service" })
      local names = {}
      for name in pairs(signed.headers) do names[#names + 1] = name end
      table.sort(names)
      return { names = table.concat(names, " "), token = signed.headers["x-amz-security-token"],
        authorization = signed.headers.authorization, date = signed.headers["x-amz-date"] }
      """
    )
    let fields = try #require(outcome.returned.table).fields
    #expect(fields["names"]?.text == "authorization x-amz-date x-amz-security-token")
    #expect(fields["date"]?.text == "20231114T221320Z")
    guard case .handle = fields["token"] ?? .null else {
      Issue.record("the token is open")
      return
    }
    var request = HTTPRequest(
      method: "POST",
      url: try URI("https://a.example/a//b/../c?x=1"),
      body: Array("Param1=value1".utf8)
    )
    request.headers["content-type"] = "application/x-www-form-urlencoded"
    let expected = AWSSignatureV4(
      accessKeyID: "AKIDEXAMPLE",
      secretAccessKey: Secret("a secret that nobody guesses"),
      sessionToken: Secret("t0ken"),
      region: "us-east-1",
      service: "service"
    ).sign(request, at: Timestamp(seconds: 1_700_000_000), hashing: OpenSSLHashing())
    #expect(fields["authorization"]?.text == expected.request.headers["Authorization"])
  }

  @Test
  func `a parameter that is shown by name only is signed with the rest`() async throws {
    let order =
      "{ access_key_id = 'A', secret_access_key = key, region = 'r', service = 's' }"
    let signature = "headers.authorization"
    let hidden = try await Self.run(
      """
      return ctx.sign.aws_v4({ url = "https://a.example/", params = { k = token, x = "1" } }, \(order)).\(signature)
      """
    )
    let open = try await Self.text(
      "ctx.sign.aws_v4({ url = 'https://a.example/?k=t0ken' }, \(order)).\(signature)"
    )
    #expect(hidden.returned.text == nil)
    #expect(hidden.text(hidden.returned) == open)
  }
}
