import Crypto
import Foundation
import HTTP
import Standards
import Synchronization
import TestSupport
import Testing

@testable import Login
@testable import Providers

/// OAuth 1.0a beyond the shared secrets: private keys, body hashes, services without a login, clocks.
@Suite(.timeLimit(.minutes(10)))
struct OAuth1LoginTests {
  private static let urls = """
    request_token = "https://a.example/r", authorize = "https://a.example/a",
    access_token = "https://a.example/t",
    """

  private func rig(_ fields: String) throws -> LoginRig {
    try LoginRig(
      """
      kind = "oauth1", oauth1 = { \(fields) }, request = { base = "https://api.a.example/v1" },
      """
    )
  }

  /// Plays a provider that verifies each request, by another way through the code than the one that signs.
  private func play(
    _ rig: LoginRig,
    _ key: JWK?,
    _ method: OAuth1SignatureMethod,
    secrets: [String: String] = ["": "", "temp": "ts1", "lasting": "ts2"]
  ) throws {
    let verifier = try key.map {
      try OpenSSLSignatures().rsaVerifier($0, hash: #require(method.hash))
    }
    let check: @Sendable (HTTPRequest) throws -> OAuth1ReceivedRequest = { request in
      let received = try OAuth1ReceivedRequest(request)
      guard received.method == method else { throw OAuth1ReceivedRequest.Fault.unsupportedMethod }
      try received.verify(
        consumerSecret: Secret("cs"),
        tokenSecret: Secret(secrets[received.token ?? ""] ?? "unknown"),
        hashing: OpenSSLHashing(),
        publicKey: verifier
      )
      return received
    }
    rig.service.on("POST", "https://a.example/r") { request in
      guard try check(request).token == nil else { return HTTPResponse(status: 401) }
      return Self.form("oauth_token=temp&oauth_token_secret=ts1&oauth_callback_confirmed=true")
    }
    rig.service.on("POST", "https://a.example/t") { request in
      let received = try check(request)
      guard received.token == "temp", received.verifier == "v" else {
        return HTTPResponse(status: 401)
      }
      return Self.form("oauth_token=lasting&oauth_token_secret=ts2")
    }
    for verb in ["GET", "POST"] {
      rig.service.on(verb, "https://api.a.example/v1/me") { request in
        _ = try check(request)
        return .json(["id": 1])
      }
    }
    rig.user.browse { url in
      let token = (try? url.queryParameters())?.first("oauth_token") ?? ""
      return "https://app.example/cb?oauth_token=\(token)&oauth_verifier=v"
    }
  }

  private static func form(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: HTTPFields([HTTPField("Content-Type", "application/x-www-form-urlencoded")]),
      body: Array(text.utf8)
    )
  }

  private func send(_ rig: LoginRig, body: String, type: String) async throws -> HTTPResponse {
    try await rig.engine.send(
      APIRequest(
        method: "POST",
        target: "/me",
        headers: HTTPFields([HTTPField("Content-Type", type)]),
        body: Array(body.utf8)
      ),
      as: AccountID(provider: rig.id)
    )
  }

  @Test(arguments: [OAuth1SignatureMethod.rsaSHA1, .rsaSHA256, .rsaSHA512])
  func `a private key signs every step and every call`(method: OAuth1SignatureMethod) async throws {
    let keys = try TestKeys.pem(nil)
    let rig = try rig("\(Self.urls) signature = \"\(method.rawValue)\", body_hash = true")
    try play(rig, keys.key, method)
    _ = try await rig.login(["consumer_key": "ck", "private_key": keys.pem])
    #expect(try await rig.token().accessToken.text == "lasting")
    #expect(try await rig.get("/me").status == 200)
    #expect(try await send(rig, body: #"{"a":1}"#, type: "application/json").status == 200)
    let hashed = try OAuth1ReceivedRequest(#require(rig.service.requests.last))
    let digest = OpenSSLHashing().digest(try #require(method.hash), Array(#"{"a":1}"#.utf8))
    #expect(hashed.protocolParameters.first("oauth_body_hash") == Base64.encode(digest))
    let form = "application/x-www-form-urlencoded"
    #expect(try await send(rig, body: "a=1", type: form).status == 200)
    let plain = try OAuth1ReceivedRequest(#require(rig.service.requests.last))
    #expect(plain.protocolParameters.first("oauth_body_hash") == nil)
    let steps = rig.service.requests.filter { $0.url.host == "a.example" }
    #expect(steps.count == 2)
    #expect(
      try steps.allSatisfy {
        try OAuth1ReceivedRequest($0).protocolParameters.first("oauth_body_hash") == nil
      }
    )
  }

  @Test(arguments: OAuth1Client.Transport.allCases)
  func `each transport carries what a private key signed`(
    transport: OAuth1Client.Transport
  ) async throws {
    let keys = try TestKeys.pem(nil)
    let rig = try rig(
      "\(Self.urls) signature = \"RSA-SHA256\", transport = \"\(transport.rawValue)\""
    )
    try play(rig, keys.key, .rsaSHA256)
    _ = try await rig.login(["consumer_key": "ck", "private_key": keys.pem])
    let places = try rig.service.requests.map { try OAuth1ReceivedRequest($0).transport }
    #expect(places == [transport, transport])
    #expect(try await rig.get("/me").status == 200)
  }

  @Test
  func `what was signed with a private key is verified with its public half`() async throws {
    let keys = try TestKeys.pem(nil)
    let rig = try rig("signature = \"RSA-SHA256\", body_hash = true")
    _ = try await rig.login(["consumer_key": "ck", "private_key": keys.pem])
    #expect(rig.service.requests.isEmpty)
    let account = AccountID(provider: rig.id)
    let json = HTTPField("Content-Type", "application/json")
    let request = APIRequest(
      method: "POST",
      target: "https://api.a.example/v1/me?x=1",
      headers: HTTPFields([json]),
      body: Array("{}".utf8)
    )
    let signed = try await rig.engine.sign(request, as: account)
    #expect(signed.fields.map(\.name) == ["Authorization"])
    let value = try #require(signed.fields.first?.value)
    #expect(value.contains("oauth_body_hash=") && !value.contains("oauth_token="))
    var whole = request
    whole.headers = HTTPFields([json] + signed.fields)
    _ = try await rig.engine.verify(whole, as: account)
    whole.body = Array("{ }".utf8)
    await #expect(throws: AuthRunError.self) { try await rig.engine.verify(whole, as: account) }
    whole.body = request.body
    whole.target += "&y=2"
    await #expect(throws: AuthRunError.self) { try await rig.engine.verify(whole, as: account) }
  }

  @Test
  func `a service without a login is called with the client's keys alone`() async throws {
    let rig = try rig("signature = \"HMAC-SHA256\"")
    try play(rig, nil, .hmacSHA256)
    let outcome = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    #expect(outcome.credential.accessToken.isEmpty && rig.service.requests.isEmpty)
    #expect(try await rig.get("/me").status == 200)
    let received = try OAuth1ReceivedRequest(#require(rig.service.requests.last))
    #expect(received.protocolParameters.first("oauth_token") == nil)
    let error = await #expect(throws: AuthRunError.self) { try await rig.token() }
    #expect(error?.code == .inputInvalid && error?.hint?.contains("authrun sign shop") == true)
  }

  @Test
  func `a token from the provider's pages is signed with where it is given`() async throws {
    let rig = try rig("signature = \"HMAC-SHA256\", realm = \"123\"")
    try play(rig, nil, .hmacSHA256, secrets: ["mine": "my-secret"])
    _ = try await rig.login([
      "consumer_key": "ck", "consumer_secret": "cs", "oauth_token": "mine",
      "oauth_token_secret": "my-secret",
    ])
    #expect(try await rig.get("/me").status == 200)
    #expect(try await rig.token().accessToken.text == "mine")
    #expect(
      rig.service.last("https://api.a.example/v1/me")?.headers["Authorization"]?
        .hasPrefix("OAuth realm=\"123\", ") == true
    )
  }

  @Test(arguments: ["EC", "public", "1024", "garbage"])
  func `a key that cannot sign is refused at the login, and not shown`(kind: String) async throws {
    let text: String
    switch kind {
    case "EC": text = try TestKeys.pem(.p256).pem
    case "public":
      text = try KeyPEM.write(TestKeys.pem(nil).key, as: .subjectPublicKeyInfo)
    case "1024":
      let modulus = Base64URL.encode([0xC1] + [UInt8](repeating: 0x5B, count: 127))
      text = #"{"kty":"RSA","n":"\#(modulus)","e":"AQAB","d":"\#(modulus)"}"#
    default: text = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
    }
    let rig = try rig("\(Self.urls) signature = \"RSA-SHA256\"")
    let error = await rig.failure(["consumer_key": "ck", "private_key": text])
    #expect(error?.code == .inputInvalid && error?.message.contains("private_key") == true)
    let secret = text.split(separator: "\n").max { $0.count < $1.count } ?? ""
    #expect(error.map { !"\($0)".contains(secret) } == true)
    #expect(rig.service.requests.isEmpty)
  }

  @Test(arguments: ["/v1/me/", "https://api.a.example/v1/me/"])
  func `O-32 a redirect that repeats the signed query is signed anew and not twice`(
    _ path: String
  ) async throws {
    let rig = try rig("signature = \"HMAC-SHA1\", transport = \"query\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    rig.service.on("GET", "https://api.a.example/v1/me") { request in
      var answer = HTTPResponse(status: 301)
      answer.headers["Location"] = "\(path)?\(request.url.query ?? "")"
      return answer
    }
    rig.service.on("GET", "https://api.a.example/v1/me/") { request in
      try OAuth1ReceivedRequest(request).verify(
        consumerSecret: Secret("cs"),
        tokenSecret: nil,
        hashing: OpenSSLHashing()
      )
      return .json([:])
    }
    var request = APIRequest(method: "GET", target: "/me?x=1")
    request.redirects = 5
    let answer = try await rig.engine.send(request, as: AccountID(provider: rig.id))
    #expect(answer.status == 200)
    let nonces = try rig.service.requests.map { try OAuth1ReceivedRequest($0).nonce }
    #expect(Set(nonces).count == 2)
  }

  @Test
  func `a query token is not sent twice, nor taken along to another origin by a redirect`()
    async throws
  {
    let rig = try LoginRig(
      """
      kind = "api_key", hosts = { "files.a.example" },
      request = { base = "https://api.a.example", token = { query = "key" } },
      """,
      redirect: ""
    )
    _ = try await rig.login(["api_key": "K3Y-VALUE"])
    for (path, target) in [("/same", "/there"), ("/other", "https://files.a.example/there")] {
      rig.service.on("GET", "https://api.a.example\(path)") { request in
        var answer = HTTPResponse(status: 302)
        answer.headers["Location"] = "\(target)?\(request.url.query ?? "")"
        return answer
      }
    }
    for host in ["api", "files"] {
      rig.service.on("GET", "https://\(host).a.example/there") { request in
        .json(["query": .string(request.url.query ?? "")])
      }
    }
    func query(_ path: String) async throws -> String {
      var request = APIRequest(method: "GET", target: "\(path)?x=1")
      request.redirects = 5
      let answer = try await rig.engine.send(request, as: AccountID(provider: rig.id))
      return String(decoding: answer.body, as: UTF8.self)
    }
    #expect(try await query("/same") == #"{"query":"x=1&key=K3Y-VALUE"}"#)
    #expect(try await query("/other") == #"{"query":"x=1"}"#)
  }

  /// Refuses the timestamps of a clock that is behind the provider's by more than a minute.
  private func refuseOldTimes(_ rig: LoginRig, _ url: String, method: String, ahead: Int64) {
    rig.service.on(method, url) { request in
      let time = try OAuth1ReceivedRequest(request).timestamp?.seconds ?? 0
      let theirs = 1_800_000_000 + ahead
      guard abs(time - theirs) > 60 else {
        return Self.form("oauth_token=temp&oauth_token_secret=ts1&oauth_callback_confirmed=true")
      }
      var response = Self.form("oauth_problem=timestamp_refused")
      response.status = 401
      response.headers["Date"] = Timestamp(seconds: theirs).httpDateForTests
      return response
    }
  }

  @Test
  func `O-36 a call whose time is refused is signed once more with the provider's time`()
    async throws
  {
    let rig = try rig("signature = \"HMAC-SHA1\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    refuseOldTimes(rig, "https://api.a.example/v1/me", method: "GET", ahead: 600)
    #expect(try await rig.get("/me").status == 200)
    let received = try rig.service.requests.map { try OAuth1ReceivedRequest($0) }
    #expect(received.map { $0.timestamp?.seconds } == [1_800_000_000, 1_800_000_600])
    #expect(Set(received.map(\.nonce)).count == 2)
  }

  @Test
  func `O-36 a step of the login whose time is refused is signed once more`() async throws {
    let rig = try rig(Self.urls)
    try play(rig, nil, .hmacSHA1)
    refuseOldTimes(rig, "https://a.example/r", method: "POST", ahead: -4000)
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    let times = try rig.service.requests.map { try OAuth1ReceivedRequest($0).timestamp?.seconds }
    #expect(times == [1_800_000_000, 1_799_996_000, 1_799_996_000])
  }

  @Test
  func `O-36 what one run learned of a provider's clock, the next signs with at once`() async throws
  {
    let rig = try rig("signature = \"HMAC-SHA1\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    refuseOldTimes(rig, "https://api.a.example/v1/me", method: "GET", ahead: 600)
    #expect(try await rig.get("/me").status == 200)
    #expect(try await rig.get("/me").status == 200)
    let engine = try rig.restarted()
    let account = AccountID(provider: rig.id)
    let request = APIRequest(method: "GET", target: "/me")
    #expect(try await engine.send(request, as: account).status == 200)
    let times = try rig.service.requests.map { try OAuth1ReceivedRequest($0).timestamp?.seconds }
    #expect(times == [1_800_000_000, 1_800_000_600, 1_800_000_600, 1_800_000_600])
    let signed = try await engine.sign(request, as: account)
    #expect(signed.fields.contains { $0.value.contains("oauth_timestamp=\"1800000600\"") })
  }

  @Test
  func `O-36 a body that is there only once is signed with the right time when it is given again`()
    async throws
  {
    let rig = try rig("signature = \"HMAC-SHA1\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    refuseOldTimes(rig, "https://api.a.example/v1/me", method: "POST", ahead: 600)
    var request = APIRequest(method: "POST", target: "/me")
    request.headers["Content-Type"] = "application/octet-stream"
    request.upload = BodySource([.standardInput])
    let account = AccountID(provider: rig.id)
    #expect(try await rig.engine.send(request, as: account).status == 401)
    #expect(rig.service.requests.count == 1)
    #expect(try await rig.restarted().send(request, as: account).status == 200)
  }

  @Test
  func `O-36 a file of offsets that cannot be used costs a second request and no more`()
    async throws
  {
    let rig = try rig("signature = \"HMAC-SHA1\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    try rig.home.write(
      #"{"https://api.a.example":[600,1800000000]}"#,
      to: "state/authrun/clock-offsets.json",
      mode: 0o644
    )
    refuseOldTimes(rig, "https://api.a.example/v1/me", method: "GET", ahead: 600)
    #expect(
      try await rig.restarted().send(
        APIRequest(method: "GET", target: "/me"),
        as: AccountID(provider: rig.id)
      ).status == 200
    )
    #expect(rig.service.requests.count == 2)
  }

  @Test
  func `O-36 a provider that refuses every time is asked twice and no more`() async throws {
    let rig = try rig("signature = \"HMAC-SHA1\"")
    _ = try await rig.login(["consumer_key": "ck", "consumer_secret": "cs"])
    rig.service.on("GET", "https://api.a.example/v1/me") { _ in
      var response = Self.form("oauth_problem=timestamp_refused")
      response.status = 401
      response.headers["Date"] = Timestamp(seconds: 1_900_000_000).httpDateForTests
      return response
    }
    #expect(try await rig.get("/me").status == 401)
    #expect(rig.service.requests.count == 2)
  }
}

extension Timestamp {
  /// The time as a `Date` field has it (RFC 9110 §5.6.7).
  fileprivate var httpDateForTests: String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
  }
}
