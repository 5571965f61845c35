/// The header of one signature, checked for form but not yet for anything that it claims.
package struct JWSHeader: Sendable {
  /// The members whose integrity the signature protects.
  package let protected: JSONObject
  /// The members that anybody could have changed.
  package let unprotected: JSONObject
  package let algorithm: SignatureAlgorithm
  package let keyID: String?
  /// Whether the payload is base64url-encoded; `b64` of RFC 7797 §3.
  package let isPayloadEncoded: Bool

  /// The members that this implementation understands as critical.
  private static let understood: Set<String> = ["b64"]

  /// Members that RFC 7515 itself defines; they must not be listed as critical (§4.1.11).
  private static let standard: Set<String> = [
    "alg", "jku", "jwk", "kid", "x5u", "x5c", "x5t", "x5t#S256", "typ", "cty", "crit",
  ]

  /// More members than any header has; each is compared with all others.
  static let maximumMembers = 256

  init(protected: JSONObject, unprotected: JSONObject = JSONObject()) throws(JWSError) {
    guard protected.members.count + unprotected.members.count <= Self.maximumMembers else {
      throw .badHeader
    }
    for member in unprotected.members where protected[member.name] != nil {
      throw .duplicateMember
    }
    self.protected = protected
    self.unprotected = unprotected
    try Self.checkCritical(protected: protected, unprotected: unprotected)
    isPayloadEncoded = try Self.payloadEncoding(protected: protected, unprotected: unprotected)
    guard let name = protected["alg"] ?? unprotected["alg"] else { throw .badHeader }
    guard let text = name.string else { throw .badHeader }
    guard let algorithm = SignatureAlgorithm(rawValue: text),
      text.hasSameBytes(as: algorithm.rawValue)
    else { throw .unsupportedAlgorithm }
    self.algorithm = algorithm
    switch protected["kid"] ?? unprotected["kid"] {
    case nil: keyID = nil
    case .string(let text)?: keyID = text
    default: throw .badHeader
    }
  }

  /// Reads the protected header from its JSON text.
  init(protectedJSON: [UInt8], unprotected: JSONObject = JSONObject()) throws(JWSError) {
    let limits = JSONLimits(
      maximumBytes: 64 << 10,
      maximumDepth: 16,
      loneSurrogates: .refuse
    )
    guard let object = (try? JSONReader.read(protectedJSON, limits: limits))?.object else {
      throw .badHeader
    }
    try self.init(protected: object, unprotected: unprotected)
  }

  private static func checkCritical(
    protected: JSONObject,
    unprotected: JSONObject
  ) throws(JWSError) {
    guard unprotected["crit"] == nil else { throw .badCritical }
    guard let value = protected["crit"] else { return }
    guard let elements = value.array, !elements.isEmpty else { throw .badCritical }
    var seen: Set<String> = []
    for element in elements {
      guard let name = element.string, !standard.contains(name), understood.contains(name),
        seen.insert(name).inserted, protected[name] != nil
      else { throw .badCritical }
    }
  }

  private static func payloadEncoding(
    protected: JSONObject,
    unprotected: JSONObject
  ) throws(JWSError) -> Bool {
    guard unprotected["b64"] == nil else { throw .badUnencodedPayload }
    guard let value = protected["b64"] else { return true }
    guard let isEncoded = value.bool else { throw .badUnencodedPayload }
    // A reader that does not know the member must refuse the whole (RFC 7797 §6).
    guard protected["crit"]?.array?.contains("b64") == true else { throw .badUnencodedPayload }
    return isEncoded
  }
}
