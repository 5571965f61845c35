import Crypto
import Providers
import Standards

/// Reads the key with which a client signs, in whatever form the provider gave it to the user.
struct ClientKey: Sendable {
  let key: JWK
  /// The id that came with the key, in a JWK or in the file of a service account.
  let keyID: String?

  /// Reads the value of the option `private_key`, or of the secret that signs in its place.
  init(_ value: Secret, form: AssertionSpec.KeyForm) throws(AuthRunError) {
    switch form {
    case .pem: self = try Self.asymmetric(value)
    case .text: self.init(JWK(.symmetric(value)), keyID: nil)
    case .hex: self.init(JWK(.symmetric(Secret(try Self.hex(value)))), keyID: nil)
    case .base64: self.init(JWK(.symmetric(Secret(try Self.base64(value)))), keyID: nil)
    }
  }

  private init(_ key: JWK, keyID: String?) {
    self.key = key
    self.keyID = keyID
  }

  private static func asymmetric(_ value: Secret) throws(AuthRunError) -> ClientKey {
    do throws(JWKError) {
      guard value.text.hasPrefix("{") else { return try pem(value.text, keyID: nil) }
      guard let object = (try? JSONReader.read(value.bytes))?.object else { throw .badJSON }
      // The file of a service account holds the PEM as one of its members.
      if let text = object["private_key"]?.string {
        return try pem(text, keyID: object["private_key_id"]?.string)
      }
      let key = try JWK(object)
      return ClientKey(key, keyID: key.keyID)
    } catch {
      throw fault("private_key is no private key: \(error.words)")
    }
  }

  private static func pem(_ text: String, keyID: String?) throws(JWKError) -> ClientKey {
    let key = try KeyPEM.read(text)
    guard key.isPrivate else { throw .notPrivate }
    return ClientKey(key, keyID: keyID)
  }

  private static func hex(_ value: Secret) throws(AuthRunError) -> [UInt8] {
    guard let bytes = try? Hex.decode(value.text) else {
      throw fault("private_key is not hexadecimal")
    }
    return bytes
  }

  private static func base64(_ value: Secret) throws(AuthRunError) -> [UInt8] {
    if let bytes = try? Base64.decode(value.text) { return bytes }
    guard let bytes = try? Base64URL.decode(value.text) else {
      throw fault("private_key is not base64")
    }
    return bytes
  }

  private static func fault(_ message: String) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      message,
      step: "options",
      hint: "--option private_key=file:PATH; an encrypted key is opened with openssl pkey -in FILE"
    )
  }

  /// The algorithm that goes with the key of itself.
  var usualAlgorithm: SignatureAlgorithm? {
    if let name = key.algorithm { return SignatureAlgorithm(rawValue: name) }
    switch key.material {
    case .rsa: return .rs256
    case .ec(let key):
      switch key.curve {
      case .p256: return .es256
      case .p384: return .es384
      case .p521: return .es512
      case .secp256k1: return .es256k
      default: return nil
      }
    case .okp: return .edDSA
    case .symmetric: return .hs256
    }
  }

  /// `SHA256:` with the base64 of the digest of the public key in DER; `nil` for a shared key.
  func fingerprint(_ hashing: any Hashing) -> String? {
    guard let text = try? KeyPEM.write(key, as: .subjectPublicKeyInfo), let pem = try? PEM(text)
    else { return nil }
    return "SHA256:\(Base64.encode(hashing.digest(.sha256, pem.content.bytes)))"
  }
}

extension JWKError {
  /// The reason in words, without any part of the key.
  var words: String {
    switch self {
    case .encryptedPEM: "it is encrypted"
    case .notPrivate: "it is a public one"
    case .badPEM, .badJSON: "neither PEM nor a JWK"
    case .escapedPEM:
      "its lines end in a backslash and an n, which is read from the environment only"
    case .weakRSA: "RSA of less than 2048 bits"
    case .badKeyLength: "it is too short for the algorithm"
    case .algorithmMismatch, .otherAlgorithm: "it does not fit the algorithm"
    case .notPermitted: "its use or key_ops does not permit it"
    default: "its parts make no key"
    }
  }
}
