import Crypto
import Standards
import Testing

@Suite
struct OAuth1ReceivedRequestTests {
  private static func signed(
    _ client: OAuth1Client = OAuth1TestValues.client(),
    _ method: String = "POST",
    _ url: String = "https://h/p?q=1&q=0",
    body: String = "a=b+c",
    contentType: String? = "application/x-www-form-urlencoded"
  ) throws -> HTTPRequest {
    try OAuth1TestValues.signer(client, secret: "ts").sign(
      try OAuth1TestValues.request(method, url, body: body, contentType: contentType),
      [("oauth_verifier", "v/1")]
    ).request
  }

  private static func verify(
    _ request: HTTPRequest,
    consumerSecret: String = "cs",
    tokenSecret: String? = "ts"
  ) throws {
    try OAuth1ReceivedRequest(request).verify(
      consumerSecret: Secret(consumerSecret),
      tokenSecret: tokenSecret.map { Secret($0) },
      hashing: OpenSSLHashing()
    )
  }

  @Test(
    arguments: [
      OAuth1SignatureMethod.hmacSHA1, .hmacSHA256, .hmacSHA512, .plaintext,
    ],
    OAuth1Client.Transport.allCases
  )
  func `a request signed here is found valid in every method and transport`(
    _ method: OAuth1SignatureMethod,
    _ transport: OAuth1Client.Transport
  ) throws {
    let client = OAuth1TestValues.client(method, realm: "r", transport: transport)
    let request = try Self.signed(client)
    let received = try OAuth1ReceivedRequest(request)
    #expect(received.transport == transport)
    #expect(received.consumerKey == "ck")
    #expect(received.token == "t")
    #expect(received.nonce == "n")
    #expect(received.timestamp == Timestamp(seconds: 1))
    #expect(received.verifier == "v/1")
    #expect(received.method == method)
    #expect(throws: Never.self) { try Self.verify(request) }
  }

  @Test
  func `any change is found out`() throws {
    let changes: [(inout HTTPRequest) throws -> Void] = [
      { $0.method = "PUT" }, { $0.url = try URI("https://h/p?q=1&q=2") },
      { $0.url = try URI("https://g/p?q=1&q=0") }, { $0.url = try URI("https://h/P?q=1&q=0") },
      { $0.body = Array("a=b+d".utf8) }, { $0.headers["Host"] = "other" },
      { $0.headers["Content-Type"] = "text/plain" },
      { $0.headers["Authorization"]?.replace("v%2F1", with: "v%2F2") },
      { $0.headers["Authorization"]?.replace("oauth_nonce=\"n\"", with: "oauth_nonce=\"m\"") },
    ]
    for (index, change) in changes.enumerated() {
      var request = try Self.signed()
      try change(&request)
      #expect(throws: OAuth1ReceivedRequest.Fault.signature, "change \(index)") {
        try Self.verify(request)
      }
    }
  }

  @Test
  func `only the right secrets fit`() throws {
    for method in [OAuth1SignatureMethod.hmacSHA1, .plaintext] {
      let request = try Self.signed(OAuth1TestValues.client(method))
      for (consumer, token) in [("cs", nil), ("cs", "t"), ("c", "ts"), ("", "")] {
        #expect(throws: OAuth1ReceivedRequest.Fault.signature) {
          try Self.verify(request, consumerSecret: consumer, tokenSecret: token)
        }
      }
    }
  }

  @Test(arguments: [
    (
      #"oauth_signature_method="HMAC-SHA1""#, #"oauth_signature_method="HMAC-MD5""#,
      OAuth1ReceivedRequest.Fault.unsupportedMethod
    ),
    (#"oauth_nonce="n""#, #"oauth_nonce="n", oauth_version="2.0""#, .unsupportedVersion),
    (#"oauth_nonce="n""#, #"oauth_nonce="n", oauth_body_hash="x""#, .bodyHash),
    (#"oauth_signature_method="HMAC-SHA1""#, #"oauth_signature_method="RSA-SHA1""#, .noPublicKey),
  ])
  func `what the receiver does not know is named`(
    _ old: String,
    _ new: String,
    _ fault: OAuth1ReceivedRequest.Fault
  ) throws {
    var request = try Self.signed()
    request.headers["Authorization"]?.replace(old, with: new)
    #expect(throws: fault) { try Self.verify(request) }
  }

  @Test(arguments: ["", "Bearer x", "OAuth a=\"1\""])
  func `a request without a signature is none`(_ authorization: String) throws {
    var request = try OAuth1TestValues.request("GET", "https://h/")
    request.headers["Authorization"] = authorization
    #expect(throws: OAuth1Error.malformedHeader) { try OAuth1ReceivedRequest(request) }
  }

  @Test
  func `parameters in two places are refused`() throws {
    var request = try Self.signed()
    request.url = try URI("https://h/p?oauth_signature=x")
    #expect(throws: OAuth1Error.malformedHeader) { try OAuth1ReceivedRequest(request) }
    request.url = try URI("https://h/p?oauth_nonce=x")
    #expect(throws: OAuth1Error.repeatedParameter(.nonce)) {
      try OAuth1ReceivedRequest(request)
    }
  }

  @Test(arguments: ["0", "-1", "1.5", "x", ""])
  func `a timestamp is a positive whole number`(_ text: String) throws {
    var request = try Self.signed()
    request.headers["Authorization"]?.replace(
      "oauth_timestamp=\"1\"",
      with: "oauth_timestamp=\"\(text)\""
    )
    #expect(try OAuth1ReceivedRequest(request).timestamp == nil)
    #expect(throws: OAuth1ReceivedRequest.Fault.noTimeOrNonce) { try Self.verify(request) }
  }

  /// A request with a sound signature over these protocol parameters and no others.
  private static func signedWithout(
    _ left: String,
    _ method: OAuth1SignatureMethod
  ) throws -> HTTPRequest {
    var parameters = Parameters([
      ("oauth_consumer_key", "ck"), ("oauth_token", "t"),
      ("oauth_signature_method", method.rawValue), ("oauth_timestamp", "1"), ("oauth_nonce", "n"),
    ])
    parameters.pairs.removeAll { $0.nameText == left }
    var request = try OAuth1TestValues.request("GET", "https://h/p")
    let base = try SignatureBaseString(method: "GET", url: request.url, parameters: parameters)
    let signer = OAuth1TestValues.signer(OAuth1TestValues.client(method), secret: "ts")
    parameters.append("oauth_signature", try signer.signature(over: base.text))
    request.headers["Authorization"] = try OAuth1AuthorizationHeader(parameters: parameters).value()
    return request
  }

  @Test(arguments: ["oauth_timestamp", "oauth_nonce"])
  func `a sound signature without time or nonce is refused, but for PLAINTEXT`(
    _ name: String
  ) throws {
    #expect(throws: Never.self) { try Self.verify(Self.signedWithout("", .hmacSHA1)) }
    #expect(throws: OAuth1ReceivedRequest.Fault.noTimeOrNonce) {
      try Self.verify(Self.signedWithout(name, .hmacSHA1))
    }
    #expect(throws: Never.self) { try Self.verify(Self.signedWithout(name, .plaintext)) }
  }

  // MARK: Body hash

  @Test(
    arguments: [
      (OAuth1SignatureMethod.hmacSHA1, "", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
      (.hmacSHA256, "", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
      (.hmacSHA1, #"{"a":1}"#, nil),
    ] as [(OAuth1SignatureMethod, String, String?)]
  )
  func `O-25 and O-26 a body that is no form is hashed and the hash is signed`(
    _ method: OAuth1SignatureMethod,
    _ body: String,
    _ hash: String?
  ) throws {
    let client = OAuth1TestValues.client(method, sendsBodyHash: true)
    let signed = try OAuth1TestValues.signer(client, secret: "ts").sign(
      try OAuth1TestValues.request(
        body.isEmpty ? "GET" : "POST",
        "https://h/?b=1",
        body: body,
        contentType: body.isEmpty ? nil : "application/json"
      )
    )
    let received = try OAuth1ReceivedRequest(signed.request)
    let given = try #require(received.protocolParameters.first("oauth_body_hash"))
    if let hash { #expect(given == hash) }
    #expect(signed.baseString.text.contains("&b%3D1%26oauth_body_hash%3D"))
    #expect(signed.baseString.text.contains("%253D%26oauth_consumer_key"))
    #expect(throws: Never.self) { try Self.verify(signed.request) }
    var changed = signed.request
    changed.body.append(0x20)
    #expect(throws: OAuth1ReceivedRequest.Fault.bodyHash) { try Self.verify(changed) }
  }

  @Test
  func `O-26 forms and steps of the login carry no body hash`() throws {
    let client = OAuth1TestValues.client(sendsBodyHash: true)
    let form = try Self.signed(client)
    #expect(form.headers["Authorization"]?.contains("oauth_body_hash") == false)
    let step = try OAuth1TestValues.signer(client).sign(
      try OAuth1TestValues.request("POST", "https://h/"),
      timestamp: OAuth1TestValues.now,
      nonce: "n",
      isTokenStep: true
    )
    #expect(step.authorization?.contains("oauth_body_hash") == false)
  }
}
