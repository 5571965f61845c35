import Crypto
import Standards
import TestSupport
import Testing

/// A random request as the peers describe it.
private struct Question: Codable, Sendable {
  var method: String
  var url: String
  var body: String
  var type: String?
  var consumer: String
  var consumer_secret: String
  var token: String?
  var token_secret: String?
  var algorithm: String
  var transport: String
  var realm: String?
  var nonce: String
  var timestamp: String
  var rsa_key: String?
  var body_hash: Bool

  var request: HTTPRequest {
    get throws {
      var request = HTTPRequest(method: method, url: try URI(url), body: Array(body.utf8))
      if let type { request.headers["Content-Type"] = type }
      return request
    }
  }

  func sign(_ keys: RSAKeys) throws -> OAuth1SignedRequest {
    let client = OAuth1Client(
      consumerKey: consumer,
      consumerSecret: Secret(consumer_secret),
      method: try #require(OAuth1SignatureMethod(rawValue: algorithm)),
      realm: realm,
      transport: try #require(OAuth1Client.Transport(rawValue: transport)),
      sendsBodyHash: body_hash
    )
    let token = token.map { OAuth1Token(token: Secret($0), secret: Secret(token_secret ?? "")) }
    return try OAuth1Signer(
      client: client,
      token: token,
      hashing: OpenSSLHashing(),
      privateKey: keys.signer(rsa_key, client.method)
    ).sign(
      request,
      timestamp: Timestamp(seconds: try #require(Int64(timestamp))),
      nonce: nonce
    )
  }
}

/// The peers' keys, each read once: their check for primes takes longer than many signatures.
private final class RSAKeys {
  private var keys: [String: JWK] = [:]
  private let provider = OpenSSLSignatures()

  private func key(_ pem: String) throws -> JWK {
    if let known = keys[pem] { return known }
    let key = try KeyPEM.read(pem)
    keys[pem] = key
    return key
  }

  func signer(
    _ pem: String?,
    _ method: OAuth1SignatureMethod
  ) throws -> (any MessageSigner)? {
    guard let pem, method.usesPrivateKey, let hash = method.hash else { return nil }
    return try provider.rsaSigner(key(pem), hash: hash)
  }

  func verifier(
    _ pem: String?,
    _ method: OAuth1SignatureMethod?
  ) throws -> (any MessageVerifier)? {
    guard let pem, let method, method.usesPrivateKey, let hash = method.hash else { return nil }
    return try provider.rsaVerifier(key(pem), hash: hash)
  }
}

/// A request that was signed here, for the peers to read.
private struct SignedQuestion: Encodable {
  var method: String
  var url: String
  var body: String
  var type: String?
  var consumer_secret: String
  var token_secret: String?
  var algorithm: String
  var authorization: String?
  var rsa_key: String?
  var body_hash: Bool
}

private struct Batch: Encodable {
  var seed: UInt32
  var count: Int
  var library: String?
}

private struct ToCheck: Encodable {
  var requests: [SignedQuestion]
}

private struct Checked: Decodable {
  var oauthlib: String
  /// `nil` where Authlib is known to err.
  var authlib: String?
  var signature: String
  /// For the methods that Authlib knows.
  var authlib_signature: String?
  /// The hash that the libraries find in the request, and the one that it must be.
  var given_hash: String?
  var body_hash: String?
}

private struct Made: Decodable {
  struct Signed: Decodable {
    var url: String
    var authorization: String?
    var body: String?
  }
  var request: Question
  var signed: Signed
}

/// Signatures against oauthlib and Authlib, in both directions, over fresh random requests each run.
@Suite(.enabled(if: PythonPeer.isAvailable, "needs the tests' Python: run ./scripts/test once"))
struct OAuth1CrossCheckTests {
  private static func seed() -> UInt32 {
    SystemRandom().bytes(3).reduce(0) { $0 << 8 | UInt32($1) }
  }

  @Test
  func `both libraries see the base string and the signature that we make`() async throws {
    let peer = try await PythonPeer("CrossChecks/oauth1.py")
    let keys = RSAKeys()
    for _ in 0..<2 {
      let seed = Self.seed()
      let questions: [Question] = try await peer.ask("questions", Batch(seed: seed, count: 500))
      let signed = try questions.map { try $0.sign(keys) }
      let requests = zip(questions, signed).map { question, signed in
        SignedQuestion(
          method: question.method,
          url: signed.request.url.text,
          body: String(decoding: signed.request.body, as: UTF8.self),
          type: question.type,
          consumer_secret: question.consumer_secret,
          token_secret: question.token_secret,
          algorithm: question.algorithm,
          authorization: signed.authorization,
          rsa_key: question.rsa_key,
          body_hash: question.body_hash
        )
      }
      let checked: [Checked] = try await peer.ask("check", ToCheck(requests: requests))
      #expect(checked.count == questions.count)
      #expect(checked.count { $0.authlib != nil } > 100)
      #expect(checked.count { $0.authlib_signature != nil } > 50)
      #expect(checked.count { $0.body_hash != nil } > 20)
      for (index, (ours, theirs)) in zip(signed, checked).enumerated() {
        let place: Comment = "seed \(seed), request \(index): \(questions[index].url)"
        #expect(ours.baseString.text == theirs.oauthlib, place)
        #expect(theirs.authlib == nil || ours.baseString.text == theirs.authlib, place)
        #expect(ours.signature == theirs.signature, place)
        #expect(
          theirs.authlib_signature == nil || ours.signature == theirs.authlib_signature,
          place
        )
        #expect(theirs.given_hash == theirs.body_hash, place)
      }
    }
    await peer.stop()
  }

  @Test(arguments: ["oauthlib", "authlib"])
  func `signatures of both libraries hold, and no other secret fits them`(
    _ library: String
  ) async throws {
    let peer = try await PythonPeer("CrossChecks/oauth1.py")
    let seed = Self.seed()
    let made: [Made] = try await peer.ask("make", Batch(seed: seed, count: 1000, library: library))
    #expect(made.count == 1000)
    #expect(made.count { $0.request.algorithm == "RSA-SHA1" } > 50)
    #expect(library == "authlib" || made.count { $0.request.body_hash } > 20)
    let keys = RSAKeys()
    for (index, one) in made.enumerated() {
      let place: Comment = "seed \(seed), request \(index): \(one.signed.url)"
      var request = try one.request.request
      request.url = try URI(one.signed.url)
      request.headers["Authorization"] = one.signed.authorization
      request.body = Array((one.signed.body ?? "").utf8)
      let received = try OAuth1ReceivedRequest(request)
      #expect(received.consumerKey == one.request.consumer, place)
      #expect(received.token == one.request.token, place)
      let hash = received.protocolParameters.first("oauth_body_hash")
      #expect((hash != nil) == one.request.body_hash, place)
      let publicKey = try keys.verifier(one.request.rsa_key, received.method)
      #expect(throws: Never.self, place) {
        try received.verify(
          consumerSecret: Secret(one.request.consumer_secret),
          tokenSecret: one.request.token_secret.map { Secret($0) },
          hashing: OpenSSLHashing(),
          publicKey: publicKey
        )
      }
      // With a private key the secrets play no part.
      guard publicKey == nil else { continue }
      #expect(throws: OAuth1ReceivedRequest.Fault.signature, place) {
        try received.verify(
          consumerSecret: Secret(one.request.consumer_secret + "x"),
          tokenSecret: one.request.token_secret.map { Secret($0) },
          hashing: OpenSSLHashing()
        )
      }
    }
    await peer.stop()
  }
}
