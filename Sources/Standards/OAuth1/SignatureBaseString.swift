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
    let encoded = EncodedParameters(parameters)
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
    let authority =
      if let host { try Self.normalizedHost(host, scheme: url.scheme) } else { url.authority }
    let path = url.path.isEmpty ? "/" : url.path
    let size =
      (method.utf8.count + url.scheme.utf8.count + path.utf8.count) * 3
      + authority.utf8.count * 3 + parameters.bytes.count + order.count * 3 + 16
    var methodEnd = 0
    var uriEnd = 0
    bytes = ByteWriter.bytes(capacity: size) { (output: inout ByteWriter) in
      for byte in method.utf8 { output.appendEncoded(Self.uppercased(byte)) }
      methodEnd = output.count
      output.append(UInt8(ascii: "&"))
      output.appendEncoded(url.scheme)
      output.append("%3A%2F%2F")
      output.appendEncoded(authority)
      output.appendEncoded(path)
      uriEnd = output.count
      output.append(UInt8(ascii: "&"))
      let encoded = parameters.bytes.span
      var isFirst = true
      for entry in order {
        if !isFirst { output.append("%26") }
        isFirst = false
        output.append(encoded, entry.start..<entry.end)
      }
    }
    self.methodEnd = methodEnd
    self.uriEnd = uriEnd
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

  private static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x61 < 26 ? byte & 0xDF : byte
  }
}
