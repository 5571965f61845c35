/// The header of a JWE for one recipient: the members of all its parts together (RFC 7516 §4).
package struct JWEHeader: Sendable {
  /// All members; the parts have no name in common.
  package let members: JSONObject
  package let algorithm: KeyManagementAlgorithm
  package let encryption: ContentEncryption
  package let keyID: String?

  init(parts: [JSONObject]) throws(JWEError) {
    guard parts.reduce(0, { $0 + $1.members.count }) <= JWSHeader.maximumMembers else {
      throw .badHeader
    }
    var members = JSONObject()
    for part in parts {
      for member in part.members {
        guard members[member.name] == nil else { throw .duplicateMember }
        members[member.name] = member.value
      }
    }
    guard members["crit"] == nil else { throw .badCritical }
    guard members["zip"] == nil else { throw .compressed }
    guard let alg = members["alg"]?.string, let enc = members["enc"]?.string else {
      throw .badHeader
    }
    guard let algorithm = KeyManagementAlgorithm(rawValue: alg),
      alg.hasSameBytes(as: algorithm.rawValue), let encryption = ContentEncryption(rawValue: enc),
      enc.hasSameBytes(as: encryption.rawValue)
    else { throw .unsupportedAlgorithm }
    switch members["kid"] {
    case nil: keyID = nil
    case .string(let text)?: keyID = text
    default: throw .badHeader
    }
    self.members = members
    self.algorithm = algorithm
    self.encryption = encryption
  }

  /// The rounds that a password's derivation takes (RFC 7518 §4.8.1.2); `nil` where there is no password.
  var iterations: Int? {
    guard algorithm.family == .password else { return nil }
    return members["p2c"]?.int64.flatMap(Int.init(exactly:))
  }

  /// Reads a part of a header from its JSON text.
  static func part(_ json: [UInt8]) throws(JWEError) -> JSONObject {
    let limits = JSONLimits(
      maximumBytes: 64 << 10,
      maximumDepth: 16,
      loneSurrogates: .refuse
    )
    guard let object = (try? JSONReader.read(json, limits: limits))?.object else {
      throw .badHeader
    }
    return object
  }

  /// The bytes of a member that must be base64url; `nil` when absent.
  func bytes(_ name: String) throws(JWEError) -> [UInt8]? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else { throw .badHeader }
    do {
      return try Base64URL.decode(text)
    } catch {
      throw .badHeader
    }
  }
}
