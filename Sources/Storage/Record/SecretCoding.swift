import Standards

/// Secrets inside sealed records: text where the bytes are text, base64 where they are not.
enum SecretCoding {
  static func encode(_ secret: Secret) -> JSONValue {
    let bytes = secret.bytes
    if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
    var object = JSONObject()
    object["base64"] = .string(Base64.encode(bytes))
    return .object(object)
  }

  static func decode(_ value: JSONValue) throws(RecordFault) -> Secret {
    if case .string(let text) = value { return Secret(text) }
    var members = try RecordMembers(value)
    let text = try members.string("base64")
    try members.finish()
    do {
      return Secret(try Base64.decode(text))
    } catch {
      throw .malformed
    }
  }
}
