import Crypto
import Standards
import TestSupport
import Testing

@Suite
struct OAuth1RSATests {
  private static let methods: [OAuth1SignatureMethod] = [.rsaSHA1, .rsaSHA256, .rsaSHA512]

  /// The key of the community's test cases: 1024 bits, good for a test and nothing else.
  private static let pem = """
    -----BEGIN PRIVATE KEY-----
    MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBALRiMLAh9iimur8V
    A7qVvdqxevEuUkW4K+2KdMXmnQbG9Aa7k7eBjK1S+0LYmVjPKlJGNXHDGuy5Fw/d
    7rjVJ0BLB+ubPK8iA/Tw3hLQgXMRRGRXXCn8ikfuQfjUS1uZSatdLB81mydBETlJ
    hI6GH4twrbDJCR2Bwy/XWXgqgGRzAgMBAAECgYBYWVtleUzavkbrPjy0T5FMou8H
    X9u2AC2ry8vD/l7cqedtwMPp9k7TubgNFo+NGvKsl2ynyprOZR1xjQ7WgrgVB+mm
    uScOM/5HVceFuGRDhYTCObE+y1kxRloNYXnx3ei1zbeYLPCHdhxRYW7T0qcynNmw
    rn05/KO2RLjgQNalsQJBANeA3Q4Nugqy4QBUCEC09SqylT2K9FrrItqL2QKc9v0Z
    zO2uwllCbg0dwpVuYPYXYvikNHHg+aCWF+VXsb9rpPsCQQDWR9TT4ORdzoj+Nccn
    qkMsDmzt0EfNaAOwHOmVJ2RVBspPcxt5iN4HI7HNeG6U5YsFBb+/GZbgfBT3kpNG
    WPTpAkBI+gFhjfJvRw38n3g/+UeAkwMI2TJQS4n8+hid0uus3/zOjDySH3XHCUno
    cn1xOJAyZODBo47E+67R4jV1/gzbAkEAklJaspRPXP877NssM5nAZMU0/O/NGCZ+
    3jPgDUno6WbJn5cqm8MqWhW1xGkImgRk+fkDBquiq4gPiT898jusgQJAd5Zrr6Q8
    AO/0isr/3aa6O6NLQxISLKcPDk2NOccAfS/xOtfOz4sJYM3+Bs4Io9+dZGSDCA54
    Lw03eHTNQghS0A==
    -----END PRIVATE KEY-----
    """

  @Test
  func `the community's RSA-SHA1 case is reproduced`() throws {
    let key = try KeyPEM.read(Self.pem)
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
