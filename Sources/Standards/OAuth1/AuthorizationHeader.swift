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
    let start = try Self.start(realm: realm)
    let size =
      start.count + parameters.pairs.reduce(0) { $0 + ($1.name.count + $1.value.count) * 3 + 5 }
    return ByteWriter.text(capacity: size) { output in
      output.append(start.span, start.indices)
      for pair in parameters.pairs { Self.append(pair, to: &output) }
    }
  }

  /// The scheme, and the realm where there is one.
  static func start(realm: String?) throws(OAuth1Error) -> [UInt8] {
    guard let realm else { return Array("OAuth ".utf8) }
    guard !realm.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .malformedRealm }
    return Array("OAuth realm=\"\(quoted(realm))\"".utf8)
  }

  /// Appends a parameter, with name and value percent-encoded; a comma first, but not behind a scheme alone.
  static func append(_ pair: Parameter, to output: inout ByteWriter, behind start: Int = 0) {
    if output.count > start + 6 { output.append(", ") }
    output.appendEncoded(pair.name.span)
    output.append("=\"")
    output.appendEncoded(pair.value.span)
    output.append(UInt8(ascii: "\""))
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
        throw .repeatedParameter(OAuth1Error.ProtocolParameter(rawValue: ASCII.lowercased(rawName)))
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
        throw .malformedEscape(.header, pair: seen.count)
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

extension OAuth1AuthorizationHeader: CustomStringConvertible, CustomReflectable {
  /// Nothing that is signed: a token is among it.
  package var description: String { "OAuth …" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
