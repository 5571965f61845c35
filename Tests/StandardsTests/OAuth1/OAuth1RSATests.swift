import Crypto
import Standards
import TestSupport
import Testing

@Suite
struct OAuth1RSATests {
  private static let methods: [OAuth1SignatureMethod] = [.rsaSHA1, .rsaSHA256, .rsaSHA512]

  /// The key of the community's test cases: 1024 bits, good for a test and nothing else.
  private static func oldKey() throws -> JWK {
    let numbers = try [
      "tGIwsCH2KKa6vxUDupW92rF68S5SRbgr7Yp0xeadBsb0BruTt4GMrVL7QtiZWM8qUkY1ccMa7LkXD93uuNUnQEsH65s8ryID9PDeEtCBcxFEZFdcKfyKR-5B-NRLW5lJq10sHzWbJ0EROUmEjoYfi3CtsMkJHYHDL9dZeCqAZHM",
      "AQAB",
      "WFlbZXlM2r5G6z48tE-RTKLvB1_btgAtq8vLw_5e3KnnbcDD6fZO07m4DRaPjRryrJdsp8qazmUdcY0O1oK4FQfpprknDjP-R1XHhbhkQ4WEwjmxPstZMUZaDWF58d3otc23mCzwh3YcUWFu09KnMpzZsK59OfyjtkS44EDWpbE",
      "14DdDg26CrLhAFQIQLT1KrKVPYr0Wusi2ovZApz2_RnM7a7CWUJuDR3ClW5g9hdi-KQ0ceD5oJYX5Vexv2uk-w",
      "1kfU0-DkXc6I_jXHJ6pDLA5s7dBHzWgDsBzplSdkVQbKT3MbeYjeByOxzXhulOWLBQW_vxmW4HwU95KTRlj06Q",
      "SPoBYY3yb0cN_J94P_lHgJMDCNkyUEuJ_PoYndLrrN_8zow8kh91xwlJ6HJ9cTiQMmTgwaOOxPuu0eI1df4M2w",
      "klJaspRPXP877NssM5nAZMU0_O_NGCZ-3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk-fkDBquiq4gPiT898jusgQ",
      "d5Zrr6Q8AO_0isr_3aa6O6NLQxISLKcPDk2NOccAfS_xOtfOz4sJYM3-Bs4Io9-dZGSDCA54Lw03eHTNQghS0A",
    ].map { try Base64URL.decode($0) }
    return JWK(
      .rsa(
        RSAKey(
          modulus: numbers[0],
          exponent: numbers[1],
          secrets: RSASecrets(
            exponent: Secret(numbers[2]),
            primes: numbers[3...].map { Secret($0) }
          )
        )
      )
    )
  }

  @Test
  func `the community's RSA-SHA1 case is reproduced`() throws {
    let key = try Self.oldKey()
    let signer = OAuth1Signer(
      client: OAuth1TestValues.client(.rsaSHA1),
      hashing: OpenSSLHashing(),
      privateKey: try OpenSSLSignatures().rsaSigner(key, hash: .sha1)
    )
    // The spelling of the file's name is that of the test case.
    let base =
      "GET&http%3A%2F%2Fphotos.example.net%2Fphotos&file%3Dvacaction.jpg%26oauth_consumer_key%3Ddpf43f3p2l4k3l03%26oauth_nonce%3D13917289812797014437%26oauth_signature_method%3DRSA-SHA1%26oauth_timestamp%3D1196666512%26oauth_version%3D1.0%26size%3Doriginal"
    #expect(
      try signer.signature(over: base)
        == "jvTp/wX1TYtByB1m+Pbyo0lnCOLIsyGCH7wke8AUs3BpnwZJtAuEJkvQL2/9n4s5wUmUl4aCI4BwpraNx4RtEXMe5qg5T1LVTGliMRpKasKsW//e+RinhejgCuzoH26dyF8iY2ZZ/5D1ilgeijhV/vBka5twt399mXwaYdCwFYE="
    )
  }

  @Test(arguments: methods)
  func `an RSA signature holds for the right key alone`(_ method: OAuth1SignatureMethod) throws {
    let key = try KeyGenerator.rsa()
    let hash = try #require(method.hash)
    let signer = OAuth1Signer(
      client: OAuth1TestValues.client(method),
      token: OAuth1Token(token: Secret("t"), secret: Secret("ts")),
      hashing: OpenSSLHashing(),
      privateKey: try OpenSSLSignatures().rsaSigner(key, hash: hash)
    )
    let signed = try signer.sign(try OAuth1TestValues.request("GET", "https://h/?a=1"))
    #expect(!"\(signed.derivations)".contains("consumer_secret"))
    let received = try OAuth1ReceivedRequest(signed.request)
    let verify = { (publicKey: (any MessageVerifier)?) in
      try received.verify(
        consumerSecret: Secret(""),
        tokenSecret: nil,
        hashing: OpenSSLHashing(),
        publicKey: publicKey
      )
    }
    #expect(throws: Never.self) { try verify(try OpenSSLSignatures().rsaVerifier(key, hash: hash)) }
    #expect(throws: OAuth1ReceivedRequest.Fault.noPublicKey) { try verify(nil) }
    #expect(throws: OAuth1ReceivedRequest.Fault.signature) {
      try verify(try OpenSSLSignatures().rsaVerifier(try KeyGenerator.rsa(), hash: hash))
    }
  }
}
