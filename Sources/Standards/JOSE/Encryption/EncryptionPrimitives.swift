/// The arithmetic of JWE, computed by a library outside `Standards`; `nil` means that it failed.
package protocol EncryptionPrimitives: Sendable {
  var hashing: any Hashing { get }
  var random: any RandomSource { get }
  /// Compares in a time that tells only the lengths.
  func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool

  /// RSAES-OAEP with MGF1 of the same hash (RFC 8017 §7.1).
  func encryptOAEP(_ plaintext: [UInt8], key: JWK, hash: HashAlgorithm) -> [UInt8]?
  func decryptOAEP(_ ciphertext: [UInt8], key: JWK, hash: HashAlgorithm) -> [UInt8]?

  /// A fresh key pair for one agreement.
  func ephemeralKey(on curve: KeyCurve) -> JWK?
  /// The shared secret of two keys on one curve; `nil` also for a point off the curve and for zero.
  func agree(_ privateKey: JWK, with publicKey: JWK) -> [UInt8]?

  /// AES key wrap (RFC 3394).
  func wrap(_ key: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]?
  func unwrap(_ wrapped: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]?

  /// AES in Galois/Counter mode with a tag of 16 bytes.
  func sealGCM(
    _ plaintext: [UInt8],
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> SealedContent?
  func openGCM(
    _ sealed: SealedContent,
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> [UInt8]?

  /// AES in CBC mode with the padding of PKCS#7.
  func encryptCBC(_ plaintext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]?
  func decryptCBC(_ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]?

  /// PBKDF2 with HMAC (RFC 8018 §5.2).
  func deriveKey(
    password: [UInt8],
    salt: [UInt8],
    iterations: Int,
    hash: HashAlgorithm,
    byteCount: Int
  ) -> [UInt8]?
}
