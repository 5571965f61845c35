import Crypto
import Foundation
import Standards
import TestSupport
import Testing

/// A request of the specification's walk-through.
struct WalkThroughCase: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let method: String
  let url: String
  let timestamp: Int64
  let nonce: String
  let callback: String?
  let verifier: String?
  let token: String?
  let tokenSecret: String?
  let signature: String
  let header: String

  var testDescription: String { id }
}

@Suite
struct OAuth1SignerTests {
  @Test(arguments: try vectors("oauth1-rfc5849", as: WalkThroughCase.self, in: .module))
  func `the specification's walk-through is reproduced byte for byte`(
    _ row: WalkThroughCase
  ) throws {
    let client = OAuth1Client(
      consumerKey: "dpf43f3p2l4k3l03",
      consumerSecret: Secret("kd94hf93k423kf44"),
      realm: "Photos",
      sendsVersion: false
    )
    let token = row.token.map {
      OAuth1Token(token: Secret($0), secret: Secret(row.tokenSecret ?? ""))
    }
    var step = Parameters()
    if let callback = row.callback { step.append("oauth_callback", callback) }
    if let verifier = row.verifier { step.append("oauth_verifier", verifier) }
    let signed = try OAuth1Signer(client: client, token: token, hashing: OpenSSLHashing()).sign(
      try OAuth1TestValues.request(row.method, row.url),
      protocolParameters: step,
      timestamp: Timestamp(seconds: row.timestamp),
      nonce: row.nonce
    )
    #expect(signed.signature == row.signature)
    #expect(signed.authorization == row.header)
    #expect(signed.request.headers["Authorization"] == row.header)
  }

  @Test(arguments: [
    (OAuth1SignatureMethod.hmacSHA1, "cs&=+ ", "t/s", "QgpMroXAYVjs2un5oMVUSraYiUU="),
    (.hmacSHA1, "cs", "", "egQqG5AJep5sJ7anhXju1unge2I="),
    (.hmacSHA1, "cs", "ts", "VZVjXceV7JgPq/dOTnNmEfO0Fv8="),
    (.hmacSHA256, "cs", "ts", "9HGKdfyP38c9+AtaEhdNhLubhigOrxSw0l46B8qgPso="),
    (.plaintext, "a b", "c&d", "a%20b&c%26d"),
    (.plaintext, "cs", "", "cs&"),
  ])
  func `O-29 secrets are encoded and always joined by an ampersand`(
    _ method: OAuth1SignatureMethod,
    _ secret: String,
    _ tokenSecret: String,
    _ signature: String
  ) throws {
    let signer = OAuth1TestValues.signer(
      OAuth1TestValues.client(method, secret: secret),
      secret: tokenSecret
    )
    #expect(try signer.signature(over: "bs") == signature)
  }

  @Test
  func `O-30 without a token the key still ends in an ampersand`() throws {
    let signer = OAuth1TestValues.signer(OAuth1TestValues.client())
    #expect(try signer.signature(over: "bs") == "egQqG5AJep5sJ7anhXju1unge2I=")
  }

  @Test
  func `O-28 a plaintext signature is encoded once more in the header`() throws {
    let client = OAuth1TestValues.client(.plaintext, secret: "a b")
    let signed = try OAuth1TestValues.signer(client, secret: "c&d").sign(
      try OAuth1TestValues.request("GET", "https://h/")
    )
    #expect(signed.authorization?.hasSuffix(#"oauth_signature="a%2520b%26c%2526d""#) == true)
  }

  @Test
  func `plaintext is refused over open connections except to this machine`() throws {
    let signer = OAuth1TestValues.signer(OAuth1TestValues.client(.plaintext))
    #expect(throws: OAuth1Error.plaintextWithoutTLS) {
      try signer.sign(try OAuth1TestValues.request("GET", "http://h/"))
    }
    #expect(throws: Never.self) {
      try signer.sign(try OAuth1TestValues.request("GET", "http://127.0.0.1:8080/"))
    }
  }

  @Test
  func `a trace shows no plaintext signature`() throws {
    let client = OAuth1TestValues.client(.plaintext, secret: "topsecret")
    let signed = try OAuth1TestValues.signer(client).sign(
      try OAuth1TestValues.request("GET", "https://h/")
    )
    #expect(!"\(signed.derivations)".contains("topsecret"))
  }

  @Test
  func `O-05 no token means no oauth_token unless the switch asks for an empty one`() throws {
    let request = try OAuth1TestValues.request("GET", "https://h/")
    let plain = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    #expect(!plain.baseString.text.contains("oauth_token"))
    #expect(plain.authorization?.contains("oauth_token") == false)
    let client = OAuth1TestValues.client(sendsEmptyToken: true)
    let empty = try OAuth1TestValues.signer(client).sign(request)
    #expect(empty.baseString.parameters.hasSuffix("&oauth_token="))
    #expect(empty.authorization?.contains(#"oauth_token="""#) == true)
  }

  @Test
  func `O-08 and O-23 the callback is encoded once in the header and twice in the base string`()
    throws
  {
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(
      try OAuth1TestValues.request("POST", "https://example.com/initiate"),
      [("oauth_callback", "http://127.0.0.1:8888/cb?x=1&y=a b")]
    )
    #expect(
      signed.baseString.text
        == "POST&https%3A%2F%2Fexample.com%2Finitiate&oauth_callback%3Dhttp%253A%252F%252F127.0.0.1%253A8888%252Fcb%253Fx%253D1%2526y%253Da%2520b%26oauth_consumer_key%3Dck%26oauth_nonce%3Dn%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1"
    )
    #expect(
      signed.authorization?.contains(
        #"oauth_callback="http%3A%2F%2F127.0.0.1%3A8888%2Fcb%3Fx%3D1%26y%3Da%20b""#
      ) == true
    )
  }

  @Test
  func `the query transport sends the query once and adds to it`() throws {
    let client = OAuth1TestValues.client(realm: "r", transport: .query)
    let signed = try OAuth1TestValues.signer(client).sign(
      try OAuth1TestValues.request("GET", "https://h/p?q=a%20b&q=c+d")
    )
    #expect(signed.authorization == nil)
    #expect(signed.request.headers["Authorization"] == nil)
    let query = try #require(signed.request.url.query)
    #expect(query.hasPrefix("q=a%20b&q=c+d&oauth_consumer_key=ck&"))
    let sent = try signed.request.url.queryParameters()
    #expect(sent.first("oauth_signature") == signed.signature)
    #expect(sent.first("realm") == nil)
  }

  @Test
  func `the body transport adds to a form, or makes one of an empty body`() throws {
    let client = OAuth1TestValues.client(transport: .body)
    let signer = OAuth1TestValues.signer(client)
    let form = try signer.sign(
      try OAuth1TestValues.request(
        "POST",
        "https://h/",
        body: "a=b+c",
        contentType: "application/x-www-form-urlencoded"
      )
    )
    #expect(
      String(decoding: form.request.body, as: UTF8.self).hasPrefix("a=b+c&oauth_consumer_key=ck")
    )
    #expect(form.baseString.parameters.hasPrefix("a=b%20c&"))
    let empty = try signer.sign(try OAuth1TestValues.request("POST", "https://h/"))
    #expect(empty.request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let sent = try FormEncoding.decode(empty.request.body)
    #expect(sent.first("oauth_signature") == empty.signature)
  }

  @Test(arguments: ["GET", "DELETE", "POST"])
  func `where the body is no form, the body transport uses the header, but not in a login`(
    _ method: String
  ) throws {
    let signer = OAuth1TestValues.signer(OAuth1TestValues.client(transport: .body))
    let request = try OAuth1TestValues.request(
      method,
      "https://h/",
      body: method == "POST" ? "{}" : "",
      contentType: method == "POST" ? "application/json" : nil
    )
    let signed = try signer.sign(request)
    #expect(signed.request.headers["Authorization"] == signed.authorization)
    #expect(signed.authorization?.contains("oauth_signature=") == true)
    #expect(signed.request.body == request.body)
    #expect(throws: OAuth1Error.bodyIsNotForm) {
      try signer.sign(
        request,
        timestamp: OAuth1TestValues.now,
        nonce: "n",
        isTokenStep: true
      )
    }
  }

  @Test(arguments: ["oauth_nonce=x", "oauth_signature=x", "oauth_consumer_key=ck"])
  func `a protocol parameter in the request itself is refused`(_ query: String) throws {
    let request = try OAuth1TestValues.request("GET", "https://h/?\(query)")
    #expect(throws: OAuth1Error.self) {
      try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    }
  }

  @Test
  func `O-35 nonces are 128 random bits`() {
    let nonces = (0..<100).map { _ in OAuth1Signer.nonce(from: SystemRandom()) }
    #expect(Set(nonces).count == 100)
    #expect(nonces.allSatisfy { $0.utf8.count == 32 })
  }

  @Test
  func `O-15 nothing but the authorization changes`() throws {
    var request = try OAuth1TestValues.request("GET", "https://h/%7e/?b=%2b&a=")
    request.headers["Authorization"] = "Basic x"
    request.headers["X-Other"] = "1"
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request).request
    #expect(signed.url == request.url)
    #expect(signed.headers["X-Other"] == "1")
    #expect(signed.headers.values("Authorization").count == 1)
  }

  @Test
  func `an RSA method without a key says so`() throws {
    let request = try OAuth1TestValues.request("GET", "https://h/")
    #expect(throws: OAuth1Error.noPrivateKey) {
      try OAuth1TestValues.signer(OAuth1TestValues.client(.rsaSHA1)).sign(request)
    }
  }
}
