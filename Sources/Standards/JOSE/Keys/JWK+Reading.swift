extension JWK {
  /// Reads a key from its JSON text.
  package static func read(_ bytes: [UInt8]) throws(JWKError) -> JWK {
    guard let object = (try? JSONReader.read(bytes, limits: .signed))?.object else {
      throw .badJSON
    }
    return try JWK(object)
  }

  /// Reads a key from its members; members with no meaning here are ignored (RFC 7517 §4).
  package init(_ object: JSONObject) throws(JWKError) {
    let members = JWKMembers(object: object)
    let material: KeyMaterial
    switch try members.required("kty") {
    case "RSA": material = .rsa(try Self.rsa(members))
    case "EC": material = .ec(try Self.ec(members))
    case "OKP": material = .okp(try Self.okp(members))
    case "oct":
      guard let key = try members.bytes("k") else { throw .missingMember("k") }
      material = .symmetric(Secret(key))
    default: throw .unknownKeyType
    }
    self.init(
      material,
      keyID: try members.text("kid"),
      use: try members.text("use"),
      operations: try members.names("key_ops"),
      algorithm: try members.text("alg")
    )
  }

  private static func rsa(_ members: JWKMembers) throws(JWKError) -> RSAKey {
    guard let modulus = try members.number("n") else { throw .missingMember("n") }
    guard let exponent = try members.number("e") else { throw .missingMember("e") }
    var key = RSAKey(modulus: modulus, exponent: exponent)
    try RSAKeyCheck.check(key)
    guard members.object["oth"] == nil else { throw .badMember("oth") }
    let names = ["p", "q", "dp", "dq", "qi"]
    var primes: [Secret] = []
    for name in names {
      if let prime = try members.number(name) { primes.append(Secret(prime)) }
    }
    guard let secret = try members.number("d") else {
      guard primes.isEmpty else { throw .missingMember("d") }
      return key
    }
    // All or none (RFC 7518 §6.3.2).
    guard primes.isEmpty || primes.count == names.count else { throw .missingMember("qi") }
    key.secrets = RSASecrets(exponent: Secret(secret), primes: primes)
    return key
  }

  private static func ec(_ members: JWKMembers) throws(JWKError) -> ECKey {
    guard let curve = KeyCurve(rawValue: try members.required("crv")), curve.isWeierstrass else {
      throw .unknownCurve
    }
    return ECKey(
      curve: curve,
      x: try members.bytes("x", count: curve.byteCount),
      y: try members.bytes("y", count: curve.byteCount),
      secret: try members.secret("d", count: curve.byteCount)
    )
  }

  private static func okp(_ members: JWKMembers) throws(JWKError) -> OKPKey {
    guard let curve = KeyCurve(rawValue: try members.required("crv")), !curve.isWeierstrass else {
      throw .unknownCurve
    }
    return OKPKey(
      curve: curve,
      x: try members.bytes("x", count: curve.byteCount),
      secret: try members.secret("d", count: curve.byteCount)
    )
  }
}

/// Typed access to the members of a key.
private struct JWKMembers {
  let object: JSONObject

  func text(_ name: String) throws(JWKError) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.string else { throw .badMember(name) }
    return text
  }

  func required(_ name: String) throws(JWKError) -> String {
    guard let text = try text(name) else { throw .missingMember(name) }
    return text
  }

  /// An array of different strings (RFC 7517 §4.3).
  func names(_ name: String) throws(JWKError) -> [String]? {
    guard let value = object[name] else { return nil }
    guard let elements = value.array else { throw .badMember(name) }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count, Set(names).count == names.count else {
      throw .badMember(name)
    }
    return names
  }

  func bytes(_ name: String) throws(JWKError) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    do {
      return try Base64URL.decode(text)
    } catch {
      throw .badMember(name)
    }
  }

  /// A value of the curve's full length; shorter ones lost a leading zero (RFC 7518 §6.2.1.2).
  func bytes(_ name: String, count: Int) throws(JWKError) -> [UInt8] {
    guard let bytes = try bytes(name) else { throw .missingMember(name) }
    guard bytes.count == count else { throw .badMember(name) }
    return bytes
  }

  func secret(_ name: String, count: Int) throws(JWKError) -> Secret? {
    guard object[name] != nil else { return nil }
    return Secret(try bytes(name, count: count))
  }

  /// A positive number in the fewest bytes (Base64urlUInt, RFC 7518 §2).
  func number(_ name: String) throws(JWKError) -> [UInt8]? {
    guard let bytes = try bytes(name) else { return nil }
    guard let first = bytes.first, first != 0 else { throw .badMember(name) }
    return bytes
  }
}
