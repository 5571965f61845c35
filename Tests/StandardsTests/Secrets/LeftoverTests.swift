import Crypto
import Standards
import Synchronization
import Testing

/// No copy of a key is left in memory when all that holds it has gone.
@Suite
struct LeftoverTests {
  private static let hashing = OpenSSLHashing()

  /// Random text that needs no encoding, as many providers' secrets are.
  private static func secret() -> Secret {
    var bytes = SystemRandom().bytes(24)
    defer { bytes.wipe() }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    return Secret(
      [UInt8](unsafeUninitializedCapacity: 48) { buffer, count in
        for index in 0..<48 {
          buffer[index] = alphabet[(Int(bytes[index / 2]) + index * 7) % alphabet.count]
        }
        count = 48
      }
    )
  }

  /// Does something with a secret and tells how many copies are left afterwards.
  private static func copies(_ use: () throws -> MemoryScan) throws -> Int {
    try use().count()
  }

  @Test
  func `a copy that is held is found, and one that was wiped is not`() throws {
    var held: [UInt8]?
    let scan = {
      let secret = Self.secret()
      held = Array(secret.bytes.map { $0 })
      return MemoryScan(secret)
    }()
    #expect(try scan.count() == 1)
    held?.wipe()
    #expect(try scan.count() == 0)
    #expect(held?.count == 48)
  }

  /// Without Ed448 and without DER: there libcrypto itself leaves copies in memory that it gives back.
  @Test(arguments: [KeyCurve.p256, .p384, .p521, .secp256k1, .ed25519])
  func `the private number of a key made and used is gone`(_ curve: KeyCurve) throws {
    let left = try Self.copies {
      let key = try KeyGenerator.key(on: curve)
      let algorithm = try #require(
        SignatureAlgorithm.allCases.first { (try? $0.check(key, toSign: true)) != nil }
      )
      let signer = try JWSSigningKey(key, algorithm: algorithm, provider: OpenSSLSignatures())
      _ = try JWS.sign([1], with: signer)
      switch key.material {
      case .ec(let key): return MemoryScan(try #require(key.secret))
      case .okp(let key): return MemoryScan(try #require(key.secret))
      default: throw MemoryScan.ScanError()
      }
    }
    #expect(left == 0)
  }

  @Test
  func `the private numbers of an RSA key are gone`() throws {
    var primes: [MemoryScan] = []
    let left = try Self.copies {
      let key = try KeyGenerator.rsa()
      let signer = try OpenSSLSignatures().rsaSigner(key, hash: .sha256)
      #expect(signer.sign([1]) != nil)
      guard case .rsa(let rsa) = key.material, let secrets = rsa.secrets else {
        throw MemoryScan.ScanError()
      }
      primes = secrets.primes.map { MemoryScan($0) }
      return MemoryScan(secrets.exponent)
    }
    #expect(left == 0)
    for prime in primes { #expect(try prime.count() == 0) }
  }

  @Test(arguments: ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "EC PARAMETERS"])
  func `the content of a PEM that was read is gone, taken or not`(_ label: String) throws {
    let left = try Self.copies {
      let content = Secret(SystemRandom().bytes(150))
      let text = PEM(label: label, content: content).text
      let read = try? PEM("Bag Attributes\n" + text)
      #expect((read?.content.bytes == content.bytes) == (label == "PRIVATE KEY"))
      return MemoryScan(content)
    }
    #expect(left == 0)
  }

  @Test(arguments: [OAuth1SignatureMethod.hmacSHA1, .hmacSHA256, .hmacSHA512])
  func `the secrets of OAuth 1 are gone once their signer is`(
    _ method: OAuth1SignatureMethod
  ) throws {
    var token: MemoryScan?
    let left = try Self.copies {
      let client = OAuth1Client(
        consumerKey: "ck",
        consumerSecret: Self.secret(),
        method: method
      )
      let tokens = OAuth1Token(token: Secret("t"), secret: Self.secret())
      let signer = OAuth1Signer(client: client, token: tokens, hashing: Self.hashing)
      let request = try OAuth1TestValues.request("GET", "https://h/p")
      let signed = try signer.sign(request, timestamp: OAuth1TestValues.now, nonce: "n").request
      try OAuth1ReceivedRequest(signed).verify(
        consumerSecret: client.consumerSecret,
        tokenSecret: tokens.secret,
        hashing: Self.hashing
      )
      token = MemoryScan(tokens.secret)
      return MemoryScan(client.consumerSecret)
    }
    #expect(left == 0)
    #expect(try token?.count() == 0)
  }

  @Test
  func `the secret key of AWS and all that is derived of it are gone`() throws {
    var derived: [MemoryScan] = []
    let left = try Self.copies {
      let secret = Self.secret()
      let signer = AWSSignatureV4(
        accessKeyID: "AKID",
        secretAccessKey: secret,
        region: "us-east-1",
        service: "s3"
      )
      let request = HTTPRequest(method: "GET", url: try URI("https://s3.amazonaws.com/"))
      _ = signer.sign(request, at: Timestamp(seconds: 1_440_938_160), hashing: Self.hashing)
      var key = [UInt8](repeating: 0, count: 0)
      key.reserveCapacity(64)
      key += "AWS4".utf8
      key += secret.bytes
      for part in ["20150830", "us-east-1", "s3", "aws4_request"] {
        let next = Self.hashing.hmac(.sha256, key: key, Array(part.utf8))
        key.wipe()
        key = next
        derived.append(MemoryScan(key.span))
      }
      key.wipe()
      return MemoryScan(secret)
    }
    #expect(left == 0)
    for scan in derived { #expect(try scan.count() == 0) }
  }

  @Test
  func `the secret of a template is gone with its text`() throws {
    for operation in [
      SignatureTemplate.Operation.digest(.md5), .hmac(.sha256, key: "s"),
      .hmacWithHashedKey(.sha256, key: "s"),
    ] {
      let left = try Self.copies {
        let secret = Self.secret()
        let template = SignatureTemplate(
          [.literal("a"), .value("s"), .literal("b"), .value("s")],
          operation,
          output: .hex
        )
        _ = try template.evaluate(values: ["s": secret], hashing: Self.hashing)
        return MemoryScan(secret)
      }
      #expect(left == 0)
    }
  }

  /// Remembers the content key that it gave out.
  private final class Watched: RandomSource {
    let keys = Mutex<[MemoryScan]>([])

    func bytes(_ count: Int) -> [UInt8] {
      let bytes = SystemRandom().bytes(count)
      if count >= 32 { keys.withLock { $0.append(MemoryScan(bytes.span)) } }
      return bytes
    }
  }

  @Test(arguments: [ContentEncryption.a256CBCHS512, .a256GCM, .a128CBCHS256])
  func `a content key is gone, for one recipient and for several`(
    _ encryption: ContentEncryption
  ) throws {
    let random = Watched()
    let primitives = OpenSSLEncryption(random: random)
    let symmetric = KeyGenerator.symmetric(byteCount: 32)
    let pair = try KeyGenerator.key(on: .p256)
    let recipients = [
      JWERecipient(key: symmetric, algorithm: .a256KW),
      JWERecipient(key: try #require(pair.publicKey), algorithm: .ecdhESA256KW),
    ]
    for count in 1...2 {
      let object = try JWE.encryptJSON(
        [1],
        for: Array(recipients.prefix(count)),
        encryption: encryption,
        primitives: primitives
      )
      let keys = JWEDecryptionKeys([pair, symmetric], algorithms: [.a256KW, .ecdhESA256KW])
      _ = try JWE.decrypt(json: object, keys: keys, primitives: primitives)
    }
    let token = try JWE.encrypt(
      [1],
      for: recipients[0],
      encryption: encryption,
      primitives: primitives
    )
    let keys = JWEDecryptionKeys([symmetric], algorithms: [.a256KW])
    _ = try JWE.decrypt(token, keys: keys, primitives: primitives)
    let scans = random.keys.withLock { $0 }
    #expect(scans.count >= 3)
    for scan in scans { #expect(try scan.count() == 0) }
  }
}
