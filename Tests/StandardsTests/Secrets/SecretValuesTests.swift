import Crypto
import Foundation
import Standards
import Testing

/// No value that holds a secret shows it, whatever prints the value.
@Suite
struct SecretValuesTests {
  @Test
  func `a secret shows itself neither in text nor in a mirror`() {
    let secret = Exposure.secret
    Exposure.expectHidden(secret, "Secret")
    #expect("\(secret)" == "<secret>")
    #expect(Mirror(reflecting: secret).children.isEmpty)
    // The search must be able to find it.
    #expect(Exposure.form(in: Exposure.printed(secret.text)) == "text")
    #expect(Exposure.form(in: Exposure.printed(secret.bytes)) == "numbers")
    #expect(
      Exposure.form(in: Exposure.printed(Data(secret.bytes).base64EncodedString())) == "base64"
    )
  }

  @Test
  func `keys show nothing`() throws {
    let provider = OpenSSLSignatures()
    let key = try JOSEFixtures.key(Exposure.key)
    Exposure.expectHidden(key, "JWK")
    Exposure.expectHidden(JWKSet(keys: [key]), "JWKSet")
    Exposure.expectHidden(key.material, "KeyMaterial")
    Exposure.expectHidden(
      try JWSSigningKey(key, algorithm: .hs256, provider: provider),
      "JWSSigningKey"
    )
    Exposure.expectHidden(
      try JWSVerificationKeys(key, algorithms: [.hs256], provider: provider),
      "JWSVerificationKeys"
    )
    Exposure.expectHidden(JWEDecryptionKeys([key], algorithms: [.direct]), "JWEDecryptionKeys")
    Exposure.expectHidden(JWERecipient(key: key, algorithm: .direct), "JWERecipient")
    Exposure.expectHidden(PEM(label: "PRIVATE KEY", content: Exposure.secret), "PEM")
    Exposure.expectHidden(
      OpenSSLHashing().authenticator(.sha256, key: Exposure.secret),
      "MessageAuthenticator"
    )
    let numbers = RSASecrets(exponent: Exposure.secret, primes: [Exposure.secret])
    Exposure.expectHidden(RSAKey(modulus: [1], exponent: [3], secrets: numbers), "RSAKey")
    Exposure.expectHidden(
      ECKey(curve: .p256, x: [1], y: [1], secret: Exposure.secret),
      "ECKey"
    )
    Exposure.expectHidden(OKPKey(curve: .ed25519, x: [1], secret: Exposure.secret), "OKPKey")
  }

  @Test
  func `clients, tokens and grants show nothing`() throws {
    let secret = Exposure.secret
    let client = OAuth1Client(consumerKey: "ck", consumerSecret: secret)
    let token = OAuth1Token(token: secret, secret: secret)
    Exposure.expectHidden(client, "OAuth1Client")
    Exposure.expectHidden(token, "OAuth1Token")
    let signer = OAuth1Signer(client: client, token: token, hashing: OpenSSLHashing())
    Exposure.expectHidden(signer, "OAuth1Signer")
    Exposure.expectHidden(OAuth2Client(id: "id", secret: secret), "OAuth2Client")
    Exposure.expectHidden(TokenGrant.refreshToken(secret, scopes: []), "TokenGrant")
    Exposure.expectHidden(
      TokenGrant.authorizationCode(code: secret, redirectURI: "x:", verifier: secret),
      "TokenGrant"
    )
    Exposure.expectHidden(
      try PKCE(verifier: Exposure.text, hashing: OpenSSLHashing()),
      "PKCE"
    )
    Exposure.expectHidden(
      TokenResponse(accessToken: secret, refreshToken: secret, idToken: secret),
      "TokenResponse"
    )
    Exposure.expectHidden(
      Credential(
        kind: .oauth2,
        accessToken: secret,
        tokenSecret: secret,
        refreshToken: secret,
        tokenType: "Bearer",
        issuedAt: Timestamp(seconds: 0),
        options: ["client_secret": .secret(secret)]
      ),
      "Credential"
    )
    var rules = IDTokenRules(issuer: "https://i.test", clientID: "id")
    rules.accessToken = secret
    rules.code = secret
    Exposure.expectHidden(rules, "IDTokenRules")
  }

  @Test
  func `requests, answers and what is signed show nothing`() throws {
    let secret = Exposure.text
    var request = HTTPRequest(
      method: "POST",
      url: try URI("https://api.example.com/a?access_token=\(PercentEncoding.encode(secret))"),
      headers: HTTPFields([
        HTTPField("Authorization", "Bearer \(secret)"),
        HTTPField("Content-Type", "application/x-www-form-urlencoded"),
      ]),
      body: Array("password=\(PercentEncoding.encode(secret))".utf8)
    )
    Exposure.expectHidden(request, "HTTPRequest")
    Exposure.expectHidden(request.headers, "HTTPFields")
    Exposure.expectHidden(HTTPResponse(status: 200, body: Array(secret.utf8)), "HTTPResponse")
    let token = OAuth1Token(token: Exposure.secret, secret: Exposure.secret)
    let client = OAuth1Client(consumerKey: "ck", consumerSecret: Exposure.secret)
    request.headers["Authorization"] = nil
    let signed = try OAuth1Signer(client: client, token: token, hashing: OpenSSLHashing()).sign(
      request,
      timestamp: Timestamp(seconds: 1),
      nonce: "n"
    )
    Exposure.expectHidden(signed, "OAuth1SignedRequest")
    Exposure.expectHidden(signed.request, "HTTPRequest")
    Exposure.expectHidden(signed.baseString, "SignatureBaseString")
    let received = try OAuth1ReceivedRequest(signed.request)
    Exposure.expectHidden(received, "OAuth1ReceivedRequest")
    Exposure.expectHidden(
      OAuth1AuthorizationHeader(parameters: received.protocolParameters),
      "OAuth1AuthorizationHeader"
    )
    #expect("\(signed.request)" == "POST https://api.example.com/a")
  }

  @Test
  func `the bytes of a secret are overwritten when its last copy goes away`() throws {
    let size = 64 << 10
    let pattern: UInt8 = 0xA7
    var address: UInt = 0
    func useSecret() {
      let secret = Secret([UInt8](repeating: pattern, count: size))
      secret.bytes.withUnsafeBufferPointer { address = UInt(bitPattern: $0.baseAddress) }
      let copy = secret
      #expect(copy.bytes.count == size)
    }
    useSecret()
    // Memory that was given back is read as a file: a page that is gone is an error, not a crash.
    let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/mem"))
    defer { try? memory.close() }
    var left = 0
    for offset in stride(from: 0, to: size, by: 4096) {
      guard (try? memory.seek(toOffset: UInt64(address) + UInt64(offset))) != nil,
        let page = try? memory.read(upToCount: 4096)
      else { continue }
      left = max(left, page.count { $0 == pattern })
    }
    #expect(left < 64, "\(left) of 4096 bytes are left")
  }
}
