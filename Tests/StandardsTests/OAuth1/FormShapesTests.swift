import Crypto
import Standards
import Testing

/// Forms of every shape fit the memory that is measured for them before they are read.
@Suite
struct FormShapesTests {
  /// What a signature covers, in the plainest words (RFC 5849 §3.4.1.3.2).
  private func plain(_ request: HTTPRequest, _ own: [(String, String)]) throws -> String {
    var pairs = try ParameterNormalization.parameters(of: request).pairs
    pairs += Parameters(own).pairs
    let encoded = pairs.map {
      (Array(PercentEncoding.encode($0.name).utf8), Array(PercentEncoding.encode($0.value).utf8))
    }
    let sorted = encoded.sorted { left, right in
      left.0 == right.0
        ? left.1.lexicographicallyPrecedes(right.1) : left.0.lexicographicallyPrecedes(right.0)
    }
    return sorted.map { String(decoding: $0.0 + [0x3D] + $0.1, as: UTF8.self) }
      .joined(separator: "&")
  }

  private static let pieces = [
    "a", "=", "a=", "=b", "==", "%20", "%20=%20", "*=*", "****", "+", "a+b=c+d", "%C3%A9=%C3%A9",
    "verylongnameindeed=x", "oauthx=1", "a=b=c", "!\"#'()",
  ]

  @Test(arguments: pieces, [1, 2, 3, 23, 24, 25, 26, 200])
  func `a form of one piece many times is signed as its pairs`(piece: String, count: Int) throws {
    for separator in ["&", "&&", ""] {
      let body = [String](repeating: piece, count: count).joined(separator: separator)
      for ending in ["", "&"] {
        let request = try OAuth1TestValues.request(
          "POST",
          "https://example.com/p?q=1",
          body: body + ending,
          contentType: "application/x-www-form-urlencoded"
        )
        let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
        let own = [
          ("oauth_consumer_key", "ck"), ("oauth_nonce", "n"),
          ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "1"),
        ]
        #expect(signed.baseString.parameters == (try plain(request, own)))
      }
    }
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, 1_318_622_958, -1, -10, .max, .min] as [Int64])
  func `every timestamp is written in its digits`(seconds: Int64) throws {
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(
      OAuth1TestValues.request("GET", "https://example.com/"),
      timestamp: Timestamp(seconds: seconds),
      nonce: "n"
    )
    #expect(signed.baseString.parameters.hasSuffix("&oauth_timestamp=\(seconds)"))
    #expect(signed.authorization?.contains("oauth_timestamp=\"\(seconds)\"") == true)
  }

  @Test
  func `nonces, steps and body hashes of any bytes are encoded in both places`() throws {
    let client = OAuth1TestValues.client(realm: "a \"b\" \\", sendsBodyHash: true)
    let signed = try OAuth1TestValues.signer(client, secret: "ts").sign(
      OAuth1TestValues.request(
        "POST",
        "https://example.com/",
        body: "{}",
        contentType: "text/json"
      ),
      protocolParameters: Parameters([("oauth_callback", "http://x/?ä=&é"), ("oauth_x", "")]),
      timestamp: Timestamp(seconds: 7),
      nonce: "n ö%+"
    )
    let value = try #require(signed.authorization)
    let header = try OAuth1AuthorizationHeader.parse(value)
    #expect(header.realm == "a \"b\" \\")
    #expect(
      header.parameters.pairs.map(\.nameText) == [
        "oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_timestamp",
        "oauth_nonce", "oauth_callback", "oauth_x", "oauth_body_hash", "oauth_signature",
      ]
    )
    #expect(header.parameters.first("oauth_nonce") == "n ö%+")
    #expect(header.parameters.first("oauth_callback") == "http://x/?ä=&é")
    #expect(header.parameters.first("oauth_signature") == signed.signature)
    let received = try OAuth1ReceivedRequest(signed.request)
    #expect(received.baseString == signed.baseString)
  }
}
