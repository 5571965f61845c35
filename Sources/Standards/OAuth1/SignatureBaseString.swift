/// The text that a signature covers, with its three parts (RFC 5849 §3.4.1).
package struct SignatureBaseString: Hashable, Sendable {
  /// The text as ASCII bytes: the three parts, each encoded, joined by `&`.
  package let bytes: [UInt8]
  private let methodEnd: Int
  private let uriEnd: Int

  /// Builds the base string from what is signed.
  ///
  /// `parameters` are all of it, decoded: query, form body and protocol parameters; the query of `url`
  /// is not looked at. `host` is the `Host` field where it differs from the URL's authority
  /// (RFC 5849 §3.4.1.2).
  package init(
    method: String,
    url: URI,
    host: String? = nil,
    parameters: Parameters
  ) throws(OAuth1Error) {
    let encoded = ParameterNormalization.encoded(parameters)
    try self.init(
      method: method,
      url: url,
      host: host,
      parameters: encoded,
      order: encoded.sorted()
    )
  }

  /// Builds the base string from encoded parameters and the order in which they stand in it.
  init(
    method: String,
    url: URI,
    host: String?,
    parameters: EncodedParameters,
    order: [EncodedParameters.Entry]
  ) throws(OAuth1Error) {
    var output: [UInt8] = []
    output.reserveCapacity(
      64 + url.path.utf8.count + parameters.bytes.count * 5 / 4 + order.count * 6
    )
    PercentEncoding.append(method.utf8.lazy.map(Self.uppercased), to: &output)
    methodEnd = output.count
    output.append(UInt8(ascii: "&"))
    try Self.append(url, host: host, to: &output)
    uriEnd = output.count
    var separator = [UInt8(ascii: "&")]
    for entry in order {
      output += separator
      separator = Array("%26".utf8)
      Self.appendAgain(parameters.bytes[entry.start..<entry.nameEnd], to: &output)
      output += Array("%3D".utf8)
      Self.appendAgain(parameters.bytes[entry.nameEnd..<entry.end], to: &output)
    }
    if order.isEmpty { output.append(UInt8(ascii: "&")) }
    bytes = output
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The method in upper case.
  package var method: String { decoded(bytes[..<methodEnd]) }

  /// The base string URI, not yet encoded (RFC 5849 §3.4.1.2).
  package var uri: String { decoded(bytes[(methodEnd + 1)..<uriEnd]) }

  /// The normalised parameters, not yet encoded a second time (RFC 5849 §3.4.1.3.2).
  package var parameters: String { decoded(bytes[(uriEnd + 1)...]) }

  private func decoded(_ part: ArraySlice<UInt8>) -> String {
    // Every part was encoded above, so that decoding cannot fail.
    String(decoding: (try? PercentEncoding.decode(part)) ?? [], as: UTF8.self)
  }

  /// Scheme and authority in lower case without the default port, then the path as it is sent.
  private static func append(
    _ url: URI,
    host: String?,
    to output: inout [UInt8]
  ) throws(OAuth1Error) {
    let authority = try host.map { (host) throws(OAuth1Error) in
      try normalizedHost(host, scheme: url.scheme)
    }
    PercentEncoding.append(url.scheme.utf8, to: &output)
    output += Array("%3A%2F%2F".utf8)
    PercentEncoding.append((authority ?? url.authority).utf8, to: &output)
    PercentEncoding.append(url.path.isEmpty ? "/".utf8 : url.path.utf8, to: &output)
  }

  /// A `Host` field value in lower case and without the scheme's default port.
  private static func normalizedHost(
    _ value: String,
    scheme: String
  ) throws(OAuth1Error) -> String {
    guard let parsed = try? URI("\(scheme)://\(value)/"),
      !parsed.host.isEmpty, parsed.userInfo == nil, parsed.path == "/",
      parsed.query == nil, parsed.fragment == nil
    else { throw .malformedHost }
    return parsed.authority
  }

  /// Encodes what is encoded already: only its percent signs are not unreserved.
  private static func appendAgain(_ encoded: ArraySlice<UInt8>, to output: inout [UInt8]) {
    for byte in encoded {
      output.append(byte)
      if byte == UInt8(ascii: "%") {
        output.append(UInt8(ascii: "2"))
        output.append(UInt8(ascii: "5"))
      }
    }
  }

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x61 < 26 ? byte & 0xDF : byte
  }
}
