import Crypto
import Standards

/// Values that the OAuth 1.0 tests share.
enum OAuth1TestValues {
  static let now = Timestamp(seconds: 1)

  static func client(
    _ method: OAuth1SignatureMethod = .hmacSHA1,
    secret: String = "cs",
    realm: String? = nil,
    transport: OAuth1Client.Transport = .header,
    sendsEmptyToken: Bool = false,
    sendsBodyHash: Bool = false
  ) -> OAuth1Client {
    OAuth1Client(
      consumerKey: "ck",
      consumerSecret: Secret(secret),
      method: method,
      realm: realm,
      transport: transport,
      sendsEmptyToken: sendsEmptyToken,
      sendsVersion: false,
      sendsBodyHash: sendsBodyHash
    )
  }

  static func signer(_ client: OAuth1Client, secret: String? = nil) -> OAuth1Signer {
    OAuth1Signer(
      client: client,
      token: secret.map { OAuth1Token(token: Secret("t"), secret: Secret($0)) },
      hashing: OpenSSLHashing()
    )
  }

  static func request(
    _ method: String,
    _ url: String,
    body: String = "",
    contentType: String? = nil,
    host: String? = nil
  ) throws -> HTTPRequest {
    var request = HTTPRequest(method: method, url: try URI(url), body: Array(body.utf8))
    if let contentType { request.headers["Content-Type"] = contentType }
    if let host { request.headers["Host"] = host }
    return request
  }

  static func form(_ body: String, status: Int = 200) -> HTTPResponse {
    response(body, status: status, type: "application/x-www-form-urlencoded")
  }

  static func response(
    _ body: String,
    status: Int = 200,
    type: String = "text/plain",
    headers: [HTTPField] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: HTTPFields([HTTPField("Content-Type", type)] + headers),
      body: Array(body.utf8)
    )
  }
}

extension OAuth1Signer {
  /// Signs at the time and with the nonce of the tests.
  func sign(
    _ request: HTTPRequest,
    _ protocolParameters: [(String, String)] = []
  ) throws -> OAuth1SignedRequest {
    try sign(
      request,
      protocolParameters: Parameters(protocolParameters),
      timestamp: OAuth1TestValues.now,
      nonce: "n"
    )
  }
}
