/// A key with what it may be used for (RFC 7517 §4).
package struct JWK: Sendable {
  package var material: KeyMaterial
  /// The `kid`: compared byte for byte and used for nothing but the choice of a key.
  package var keyID: String?
  /// The `use`: `sig`, `enc` or an extension.
  package var use: String?
  /// The `key_ops`.
  package var operations: [String]?
  /// The `alg`: the one algorithm that the key is for.
  package var algorithm: String?

  package init(
    _ material: KeyMaterial,
    keyID: String? = nil,
    use: String? = nil,
    operations: [String]? = nil,
    algorithm: String? = nil
  ) {
    self.material = material
    self.keyID = keyID
    self.use = use
    self.operations = operations
    self.algorithm = algorithm
  }

  /// Whether the key is secret or has a secret part.
  package var isPrivate: Bool {
    switch material {
    case .rsa(let key): key.secrets != nil
    case .ec(let key): key.secret != nil
    case .okp(let key): key.secret != nil
    case .symmetric: true
    }
  }

  /// The `kty` (RFC 7518 §6.1, RFC 8037 §2).
  package var keyType: String {
    switch material {
    case .rsa: "RSA"
    case .ec: "EC"
    case .okp: "OKP"
    case .symmetric: "oct"
    }
  }

  package var isSymmetric: Bool {
    if case .symmetric = material { true } else { false }
  }

  /// The key without its secret part; `nil` for a symmetric key, which has no other.
  package var publicKey: JWK? {
    var copy = self
    // What the private key does says nothing about its other half.
    copy.operations = nil
    switch material {
    case .rsa(var key):
      key.secrets = nil
      copy.material = .rsa(key)
    case .ec(var key):
      key.secret = nil
      copy.material = .ec(key)
    case .okp(var key):
      key.secret = nil
      copy.material = .okp(key)
    case .symmetric: return nil
    }
    return copy
  }

  /// Throws unless the key's own members permit the use with the algorithm of that name.
  func checkPermission(
    use wantedUse: String,
    operations wanted: [String],
    algorithms names: [String]
  ) throws(JWKError) {
    if let use, !use.hasSameBytes(as: wantedUse) { throw .notPermitted }
    if let operations, !wanted.contains(where: operations.contains) { throw .notPermitted }
    if let algorithm, !names.contains(where: algorithm.hasSameBytes) { throw .otherAlgorithm }
  }
}
