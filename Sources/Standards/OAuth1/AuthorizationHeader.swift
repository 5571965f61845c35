/// The `Authorization` field of OAuth 1.0 (RFC 5849 §3.5.1).
package struct OAuth1AuthorizationHeader: Hashable, Sendable {
  /// Outside the signature and not percent-encoded.
  package var realm: String?
  /// The protocol parameters, decoded, in their order.
  package var parameters: Parameters

  package init(realm: String? = nil, parameters: Parameters) {
    self.realm = realm
    self.parameters = parameters
  }

  /// The field value: realm first, then each parameter with name and value percent-encoded.
  package func value() throws(OAuth1Error) -> String {
    try Self.value(
      realm: realm,
      parameters: EncodedParameters(parameters),
      onlyProtocol: false,
      signature: nil
    )
  }

  /// Writes encoded parameters in their own order, the signature last.
  static func value(
    realm: String?,
    parameters: EncodedParameters,
    onlyProtocol: Bool = true,
    signature: String?
  ) throws(OAuth1Error) -> String {
    if let realm, realm.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .malformedRealm
    }
    let realm = realm.map { quoted($0) }
    let size =
      parameters.bytes.count + parameters.entries.count * 5 + (realm?.utf8.count ?? 0)
      + (signature?.utf8.count ?? 0) * 3 + 64
    let output = ByteWriter.bytes(capacity: size) { (output: inout ByteWriter) in
      output.append("OAuth ")
      let start = output.count
      if let realm {
        output.append("realm=\"")
        output.append(realm)
        output.append(UInt8(ascii: "\""))
      }
      for entry in parameters.entries where entry.isProtocol || !onlyProtocol {
        if output.count > start { output.append(", ") }
        parameters.appendOnce(entry.name, to: &output)
        output.append("=\"")
        if entry.isPlain {
          output.append(parameters.bytes.span, entry.value)
        } else {
          parameters.appendOnce(entry.value, to: &output)
        }
        output.append(UInt8(ascii: "\""))
      }
      if let signature {
        output.append(", oauth_signature=\"")
        output.appendEncoded(signature)
        output.append(UInt8(ascii: "\""))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Reads a field value; names and values are percent-decoded, so `+` stays a plus sign.
  ///
  /// A name that stands twice is refused, whatever its case (RFC 5849 §3.1, RFC 9110 §11.2).
  package static func parse(_ value: String) throws(OAuth1Error) -> OAuth1AuthorizationHeader {
    var scanner = ChallengeScanner(value)
    guard let scheme = scanner.token(), ASCII.equalIgnoringCase(scheme, "OAuth") else {
      throw .malformedHeader
    }
    var header = OAuth1AuthorizationHeader(parameters: Parameters())
    var seen: Set<String> = []
    while let (rawName, rawValue) = scanner.rawParameter() {
      guard seen.insert(ASCII.lowercased(rawName)).inserted else {
        throw .repeatedParameter(rawName)
      }
      if ASCII.lowercased(rawName) == "realm" {
        header.realm = rawValue
        continue
      }
      do {
        header.parameters.pairs.append(
          Parameter(
            name: try PercentEncoding.decode(rawName),
            value: try PercentEncoding.decode(rawValue)
          )
        )
      } catch {
        throw .malformedEscape(.header, name: rawName)
      }
    }
    scanner.skipSpaces()
    guard scanner.isAtEnd else { throw .malformedHeader }
    return header
  }

  private static func quoted(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { result.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
