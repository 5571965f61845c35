import Crypto
import Standards
import TestSupport
import Testing

/// Each error of requests, answers and encodings, caused with a secret at hand, says nothing of it.
@Suite
struct ProtocolErrorWalkTests {
  private static let text = Exposure.text
  private static let client = OAuth1Client(
    consumerKey: "ck",
    consumerSecret: Exposure.secret,
    realm: nil
  )

  private static func sign(
    _ request: HTTPRequest,
    _ client: OAuth1Client = client,
    privateKey: (any MessageSigner)? = nil
  ) throws {
    let signer = OAuth1Signer(
      client: client,
      token: OAuth1Token(token: Exposure.secret, secret: Exposure.secret),
      hashing: OpenSSLHashing(),
      privateKey: privateKey
    )
    _ = try signer.sign(request)
  }

  @Test
  func `no error of OAuth 1 shows a secret`() throws {
    var walk = ErrorWalk()
    func request(_ url: String, body: String = "", host: String? = nil) throws -> HTTPRequest {
      try OAuth1TestValues.request(
        "POST",
        url,
        body: body,
        contentType: body.isEmpty ? nil : "application/x-www-form-urlencoded",
        host: host
      )
    }
    func changed(_ change: (inout OAuth1Client) -> Void) -> OAuth1Client {
      var client = Self.client
      change(&client)
      return client
    }
    walk.attempt { try Self.sign(request("https://h/", body: "bad=\(Self.text)%zz")) }
    walk.attempt { try Self.sign(request("https://h/?a=\(Self.text)%FF")) }
    // What stands for a name may be the secret: a body that is called a form and is none, a bare token.
    for part in [
      "{\"password\":\"\(Self.text) 100%\"}", "\(Self.text)%zz", "\(Self.text)%zz=1",
      "a=1&\(Self.text)%FF=2",
      "a=1&\(Self.text)%FF",
    ] {
      walk.attempt { try Self.sign(request("https://h/", body: part)) }
      let signed = "oauth_signature=x&oauth_\(Self.text)=1&oauth_\(Self.text)=2&" + part
      walk.attempt { _ = try OAuth1ReceivedRequest(request("https://h/", body: signed)) }
    }
    walk.attempt {
      _ = try OAuth1ReceivedRequest(
        request("https://h/?oauth_signature=x&oauth_\(Self.text)=1&oauth_\(Self.text)=2")
      )
    }
    walk.attempt {
      _ = try OAuth1AuthorizationHeader.parse("OAuth \(Self.text)=\"1\", \(Self.text)=\"2\"")
    }
    walk.attempt { _ = try OAuth1AuthorizationHeader.parse("OAuth \(Self.text)=\"%zz\"") }
    walk.attempt { try Self.sign(request("https://h/?oauth_token=\(Self.text)")) }
    walk.attempt { try Self.sign(request("https://h/", host: "\(Self.text)/")) }
    walk.attempt { try Self.sign(request("https://h/"), changed { $0.realm = "\(Self.text)\n" }) }
    walk.attempt { _ = try OAuth1AuthorizationHeader.parse("OAuth a=\"\(Self.text)") }
    walk.attempt { try Self.sign(request("http://h/"), changed { $0.method = .plaintext }) }
    walk.attempt {
      // A step of the login cannot fall back on the header.
      var json = try request("https://h/")
      json.body = Exposure.bytes
      let client = changed { $0.transport = .body }
      _ = try OAuth1Signer(client: client, hashing: OpenSSLHashing()).sign(
        json,
        timestamp: OAuth1TestValues.now,
        nonce: "n",
        isTokenStep: true
      )
    }
    walk.attempt { try Self.sign(request("https://h/"), changed { $0.method = .rsaSHA256 }) }
    walk.attempt {
      try Self.sign(
        request("https://h/"),
        changed { $0.method = .rsaSHA256 },
        privateKey: FailingSigner()
      )
    }
    walk.attempt {
      let flow = OAuth1AuthorizationFlow(
        client: Self.client,
        configuration: OAuth1Configuration(
          requestToken: nil,
          authorize: .init(url: try URI("https://h/")),
          accessToken: .init(url: try URI("https://h/"))
        ),
        callback: "oob",
        hashing: OpenSSLHashing()
      )
      _ = try flow.tokenRequest(timestamp: OAuth1TestValues.now, nonce: "n")
    }
    try walk.expectAll(
      [
        OAuth1Error.malformedEscape(.body, pair: 1), .notUTF8(.query, pair: 1),
        .repeatedParameter(.token), .malformedHost, .malformedRealm, .malformedHeader,
        .plaintextWithoutTLS, .bodyIsNotForm, .noPrivateKey, .privateKeyFailed, .outOfOrder,
      ],
      in: "OAuth1/OAuth1Error.swift"
    )
  }

  @Test
  func `no error of an encoding shows what was read`() throws {
    var walk = ErrorWalk()
    walk.attempt { _ = try PercentEncoding.decode("\(Self.text)%zz") }
    walk.attempt { _ = try FormEncoding.decode("a=\(Self.text)%zz") }
    walk.attempt { _ = try FormEncoding.decode("\(Self.text)%zz") }
    walk.attempt { _ = try Base64.decode(Self.text + "A") }
    walk.attempt { _ = try Base64.decode("!\(Self.text)".padding4) }
    walk.attempt { _ = try Base64.decode("QR==") }
    walk.attempt { _ = try Base64URL.decode("\(Self.text)!") }
    walk.attempt { _ = try Hex.decode(Self.text + "0") }
    walk.attempt { _ = try Hex.decode(Self.text + "00") }
    walk.attempt { _ = try PKCE(verifier: Self.text + "+", hashing: OpenSSLHashing()) }
    walk.attempt {
      _ = try PKCE(verifier: Self.text + Self.text + Self.text, hashing: OpenSSLHashing())
    }
    walk.attempt { _ = try JSONPointer(Self.text) }
    walk.attempt { _ = try JSONPointer("/\(Self.text)~2") }
    let limits = JSONLimits(maximumBytes: 1000, maximumDepth: 4, loneSurrogates: .refuse)
    for json in [
      "", String(repeating: Self.text, count: 100), "[[[[[\"\(Self.text)\"]]]]]",
      "\u{FEFF}\"\(Self.text)\"", "[\"\(Self.text)\"", "\(Self.text)", "\"\(Self.text)\" x",
      "[\"\(Self.text)\",nul]", "[\"\(Self.text)\",01]", "\"\(Self.text)\\x\"",
      "\"\(Self.text)\\ud800\"", "\"\(Self.text)\n\"", "{\"\(Self.text)\":1,\"\(Self.text)\":2}",
    ] {
      walk.attempt { _ = try JSONReader.read(Array(json.utf8), limits: limits) }
    }
    walk.attempt {
      let bytes = [0x22] + Exposure.bytes + [0xFF, 0x22] as [UInt8]
      _ = try JSONReader.read(bytes, limits: limits)
    }
    let reasons = walk.seen.compactMap { ($0 as? JSONError)?.reason }
    #expect(Set(reasons).count == 14, "\(reasons)")
    for uri in [
      String(repeating: Self.text, count: 2000), Self.text, "1x:\(Self.text)",
      "https://h/<\(Self.text)", "https://h/\\\(Self.text)", "https://h/\(Self.text)%zz",
      "https:\(Self.text)", "https:///\(Self.text)", "https://u:\(Self.text)@h:x/",
      "https://h h/\(Self.text)", "https://\(Self.text)%41/", "https://é\(Self.text)/",
      "https://\(Self.text)./", "https://127.1/\(Self.text)", "https://[::x]/\(Self.text)",
      "https://[fe80::1%25eth0]/\(Self.text)", "https://h:99999/\(Self.text)",
      "https://u:\(Self.text)@@h/",
    ] {
      walk.attempt { _ = try URI(uri) }
    }
  }

  /// Answers of a token endpoint, each with something wrong and with secrets in it: those that were
  /// sent, which come back, and fresh ones.
  @Test(arguments: [
    (200, "application/json", #"{"access_token":"#),
    (200, "application/json", #"{"access_token":["#),
    (200, "application/json", #"{"refresh_token":"#), (200, "text/plain", ""),
    (200, "text/html", "<html>access_token="), (200, "application/json", #"["#),
    (400, "application/json", #"{"error":"#), (400, "text/plain", "bad secret "),
    (401, "application/json", #"{"error":"invalid_client","error_description":"#),
    (500, "text/html", "<pre>client_secret="), (302, "text/plain", ""),
  ])
  func `no failure at the token endpoint shows a secret`(
    status: Int,
    type: String,
    start: String
  ) throws {
    let client = OAuth2Client(id: "id", secret: Exposure.secret)
    for end in ["", "\"", "\u{1}\"}", "\"}", "\"]}"] {
      let quote = start.hasPrefix("{") || start.hasPrefix("[") ? "\"" : ""
      let body = start + quote + Self.text + end
      let response = OAuth1TestValues.response(body, status: status, type: type)
      do {
        let read = try TokenResponse(
          response,
          at: Timestamp(seconds: 0),
          hiding: [client.secret].compactMap { $0 }
        )
        Exposure.expectHidden(read.warnings, "a warning")
      } catch {
        Exposure.expectHidden(error, "failure of \(status) \(start)…\(end)")
      }
      // Without knowing the secret: a fresh token must not be told either.
      guard status == 200 else { continue }
      do {
        _ = try TokenResponse(response, at: Timestamp(seconds: 0))
      } catch {
        Exposure.expectHidden(error, "fresh token in \(status) \(start)…\(end)")
      }
    }
  }

  @Test(arguments: [
    "oauth_token=\(text)", "oauth_token=\(text)&oauth_token_secret=\(text)%zz",
    "<html>oauth_token_secret=\(text)", "oauth_token_secret=\(text)", "{\"oauth_token\":\"\(text)",
    text, "oauth_token=a&oauth_token=\(text)&oauth_token_secret=\(text)",
  ])
  func `no failure of an OAuth 1 step shows fresh credentials`(_ body: String) throws {
    let configuration = OAuth1Configuration(
      requestToken: .init(url: try URI("https://h/")),
      authorize: .init(url: try URI("https://h/")),
      accessToken: .init(url: try URI("https://h/"))
    )
    var flow = OAuth1AuthorizationFlow(
      client: OAuth1TestValues.client(),
      configuration: configuration,
      callback: "oob",
      hashing: OpenSSLHashing()
    )
    let response = OAuth1TestValues.response(body)
    for step in 0..<2 {
      do {
        if step == 0 {
          try flow.receiveTemporaryCredentials(response)
        } else {
          _ = try flow.receiveToken(response)
        }
      } catch {
        Exposure.expectHidden(error, "failure of \(body.prefix(20))")
      }
    }
  }
}

extension String {
  /// The text filled up to a multiple of four characters.
  fileprivate var padding4: String {
    self + String(repeating: "A", count: (4 - utf8.count % 4) % 4)
  }
}

/// Signs nothing.
private struct FailingSigner: MessageSigner {
  func sign(_ message: [UInt8]) -> [UInt8]? { nil }
}
