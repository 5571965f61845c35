import Crypto
import Standards

/// One RSA key for the whole run: making one takes long.
enum RSAFixture {
  private static let made = Result { try KeyGenerator.rsa(bits: 2048) }

  static var privateKey: JWK {
    get throws { try made.get() }
  }
}
