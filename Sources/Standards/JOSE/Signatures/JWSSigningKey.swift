/// A private key with the algorithm that it signs with, ready for use.
package struct JWSSigningKey: Sendable {
  package let algorithm: SignatureAlgorithm
  package let keyID: String?
  let signer: any MessageSigner
  let authenticator: (any MessageAuthenticator)?
  /// The encoded header with nothing but the algorithm and the key's id.
  let plainHeader: [UInt8]

  /// Admits the key for the algorithm, or says why not.
  package init(
    _ key: JWK,
    algorithm: SignatureAlgorithm,
    provider: any SignatureProvider
  ) throws(JWKError) {
    try algorithm.check(key, toSign: true)
    self.algorithm = algorithm
    keyID = key.keyID
    signer = try provider.signer(key, algorithm)
    authenticator = signer.authenticator
    var header: JSONObject = ["alg": .string(algorithm.rawValue)]
    if let keyID { header["kid"] = .string(keyID) }
    plainHeader = Base64URL.encodedBytes(header.serializedBytes)
  }

  /// The header with the algorithm first, the key's id next unless given, and the given members.
  func header(adding members: JSONObject) -> JSONObject {
    var header: JSONObject = ["alg": .string(algorithm.rawValue)]
    if let keyID { header["kid"] = .string(keyID) }
    for member in members.members where member.name != "alg" {
      header[member.name] = member.value
    }
    return header
  }
}
