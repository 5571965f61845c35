import COpenSSL
package import Standards

/// A certificate authority for rehearsals and tests, made on the spot and trusted by nobody else.
///
/// All keys are on P-256 and all certificates end a day after they are made.
package struct ThrowAwayAuthority: Sendable {
  /// What clients must trust: the authority's certificate.
  package let caCertificatePEM: String
  private let key: Secret
  private let random: any RandomSource

  package init(random: any RandomSource = SystemRandom()) throws(CryptoError) {
    let key = try KeyHandle(generatingOn: "P-256")
    let certificate = try CertificateBuilder.begin(
      commonName: "authrun throw-away authority",
      serial: Self.serial(random),
      key: key
    )
    try certificate.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try certificate.add(NID_key_usage, "critical,keyCertSign,cRLSign")
    try certificate.add(NID_subject_key_identifier, "hash")
    caCertificatePEM = try certificate.selfSign(key: key)
    self.key = Secret(try key.privateKeyPEM())
    self.random = random
  }

  /// Makes a key and a server certificate for DNS names and IP addresses.
  ///
  /// An IPv6 address may stand in brackets. A name that is neither is refused.
  package func issue(
    names: [String]
  ) throws(CryptoError) -> (certificatePEM: String, privateKeyPEM: String) {
    let alternatives = try names.map { (name) throws(CryptoError) in try Self.alternative(name) }
    guard let first = names.first else { throw CryptoError("issue a certificate for no name") }
    let leafKey = try KeyHandle(generatingOn: "P-256")
    let leaf = try CertificateBuilder.begin(
      commonName: String(first.prefix(64)),
      serial: Self.serial(random),
      key: leafKey
    )
    try leaf.add(NID_basic_constraints, "critical,CA:FALSE")
    try leaf.add(NID_key_usage, "critical,digitalSignature")
    try leaf.add(NID_ext_key_usage, "serverAuth,clientAuth")
    try leaf.add(NID_subject_key_identifier, "hash")
    try leaf.add(NID_subject_alt_name, alternatives.joined(separator: ","))
    let issuer = try CertificateBuilder(pem: caCertificatePEM)
    try leaf.add(NID_authority_key_identifier, "keyid", issuer: issuer)
    let certificate = try leaf.sign(issuer: issuer, key: KeyHandle(privateKeyPEM: key.bytes))
    let privateKey = String(decoding: try leafKey.privateKeyPEM(), as: UTF8.self)
    return (certificate, privateKey)
  }

  /// One entry of the subject alternative name; the check keeps commas and other notation out.
  private static func alternative(_ name: String) throws(CryptoError) -> String {
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let bare = isBracketed ? String(name.dropFirst().dropLast()) : name
    if IPAddress(host: bare) != nil || IPAddress(host: "[\(bare)]") != nil { return "IP:\(bare)" }
    guard let uri = try? URI("https://\(name)/"), uri.host == ASCII.lowercased(name) else {
      throw CryptoError("issue a certificate for a name that is no host")
    }
    return "DNS:\(name)"
  }

  /// Twenty bytes with the top bit clear and the next one set (RFC 5280 §4.1.2.2).
  private static func serial(_ random: any RandomSource) -> [UInt8] {
    var bytes = random.bytes(20)
    bytes[0] = bytes[0] & 0x7F | 0x40
    return bytes
  }
}
