import Crypto
import Standards
import Testing

@Suite
struct OpenSSLHashingTests {
  private let hashing = OpenSSLHashing()

  @Test(arguments: [
    (HashAlgorithm.md5, "900150983cd24fb0d6963f7d28e17f72"),
    (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ])
  func `the digest of abc is the published one`(algorithm: HashAlgorithm, digest: String) {
    #expect(Hex.encode(hashing.digest(algorithm, Array("abc".utf8))) == digest)
    #expect(Hex.encode(hashing.digest(algorithm, Array("abc".utf8))) == digest)
  }

  @Test
  func `the digest of nothing is that of zero bytes`() {
    #expect(Base64.encode(hashing.digest(.sha1, [])) == "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")
    #expect(
      Base64.encode(hashing.digest(.sha256, [])) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    )
  }

  @Test
  func `SHAKE256 gives what FIPS 202 publishes, of any length`() {
    let empty = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
    #expect(Hex.encode(hashing.shake256([], count: 32)) == empty)
    #expect(Hex.encode(hashing.shake256([], count: 114)).hasPrefix(empty))
    #expect(hashing.shake256(Array("abc".utf8), count: 114).count == 114)
  }

  @Test
  func `the keyed digests of RFC 2202 and RFC 4231 hold`() {
    let jefe = Array("Jefe".utf8)
    let question = Array("what do ya want for nothing?".utf8)
    #expect(
      Hex.encode(hashing.hmac(.md5, key: jefe, question)) == "750c783e6ab0b503eaa86e310a5db738"
    )
    #expect(
      Hex.encode(hashing.hmac(.sha1, key: jefe, question))
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
    )
    #expect(
      Hex.encode(hashing.hmac(.sha256, key: jefe, question))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )
    let long = [UInt8](repeating: 0xAA, count: 131)
    #expect(
      Hex.encode(
        hashing.hmac(
          .sha256,
          key: long,
          Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        )
      )
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    )
  }

  @Test(arguments: [
    (HashAlgorithm.md5, 80, "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
    (.sha1, 80, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
    (
      .sha384,
      131,
      "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952"
    ),
    (
      .sha512,
      131,
      "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
    ),
  ])
  func `a key longer than a block is hashed first, as RFC 2202 and RFC 4231 show`(
    algorithm: HashAlgorithm,
    length: Int,
    digest: String
  ) {
    let key = [UInt8](repeating: 0xAA, count: length)
    let text = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    #expect(Hex.encode(hashing.hmac(algorithm, key: key, text)) == digest)
  }

  @Test(arguments: HashAlgorithm.allCases, [0, 1, 20, 63, 64, 65, 127, 128, 129, 300])
  func `a key that is set up once gives the digests of one that is not`(
    algorithm: HashAlgorithm,
    length: Int
  ) {
    let key = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let authenticator = hashing.authenticator(algorithm, key: Secret(key))
    // The definition of RFC 2104 §2 in its plainest words.
    let block = algorithm == .sha384 || algorithm == .sha512 ? 128 : 64
    var padded = length > block ? hashing.digest(algorithm, key) : key
    padded += [UInt8](repeating: 0, count: block - padded.count)
    for size in [0, 1, 55, 56, 64, 111, 112, 200] {
      let message = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      let inner = hashing.digest(algorithm, padded.map { $0 ^ 0x36 } + message)
      let expected = hashing.digest(algorithm, padded.map { $0 ^ 0x5C } + inner)
      #expect(authenticator.authenticate(message.span).bytes == expected)
      #expect(authenticator.authenticate(message.span).bytes == expected)
      #expect(hashing.hmac(algorithm, key: key, message) == expected)
    }
    #expect(authenticator.byteCount == hashing.digest(algorithm, []).count)
  }

  @Test
  func `an empty key is not the key of the call before`() {
    _ = hashing.hmac(.sha256, key: [1, 2, 3], [])
    #expect(
      Hex.encode(hashing.hmac(.sha256, key: [], []))
        == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
    )
  }

  @Test
  func `many threads at once get right answers`() async {
    let hashing = hashing
    await withTaskGroup(of: Bool.self) { group in
      for index in 0..<64 {
        group.addTask {
          let key = [UInt8](repeating: UInt8(index), count: 20)
          let first = hashing.hmac(.sha1, key: key, key)
          return (0..<50).allSatisfy { _ in hashing.hmac(.sha1, key: key, key) == first }
        }
      }
      for await isSteady in group {
        #expect(isSteady)
      }
    }
  }
}

@Suite
struct SystemSourcesTests {
  @Test
  func `random bytes fill the count and do not repeat`() {
    let random = SystemRandom()
    #expect(random.bytes(0).isEmpty)
    #expect(random.bytes(100_000).count == 100_000)
    #expect(random.bytes(16) != random.bytes(16))
  }

  @Test
  func `the clock is this century's`() {
    #expect(SystemClock().now() > Timestamp(seconds: 1_700_000_000))
  }

  @Test
  func `equality looks at every byte and the length`() {
    #expect(constantTimeEqual([1, 2, 3], [1, 2, 3]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2, 4]))
    #expect(!constantTimeEqual([1, 2, 3], [1, 2]))
    #expect(constantTimeEqual([], []))
  }
}
