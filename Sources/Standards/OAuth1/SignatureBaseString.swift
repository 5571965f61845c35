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
    let authority = try Self.authority(of: url, host: host)
    self = EncodedParameters.with(parameters) { encoded in
      encoded.sort()
      return Self(method: method, url: url, authority: authority, sorted: encoded)
    }
  }

  /// Builds the base string from parameters in the order in which they stand in it.
  init(
    method: String,
    url: URI,
    authority: String,
    sorted parameters: borrowing EncodedParameters
  ) {
    let path = url.path.isEmpty ? "/" : url.path
    let size =
      (method.utf8.count + url.scheme.utf8.count + authority.utf8.count + path.utf8.count) * 3
      + parameters.text.count + parameters.count * 3 + 16
    var methodEnd = 0
    var uriEnd = 0
    bytes = ByteWriter.bytes(capacity: size) { (output: inout ByteWriter) in
      output.appendEncoded(Self.uppercased(method))
      methodEnd = output.count
      output.append(UInt8(ascii: "&"))
      output.appendEncoded(url.scheme)
      output.append("%3A%2F%2F")
      output.appendEncoded(authority)
      output.appendEncoded(path)
      uriEnd = output.count
      output.append(UInt8(ascii: "&"))
      var index = 0
      while index < parameters.count {
        if index > 0 {
          output.append(UInt8(ascii: "%"), UInt8(ascii: "2"), UInt8(ascii: "6"))
        }
        let entry = parameters[index]
        output.append(parameters.text, entry.start..<entry.end)
        index &+= 1
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

  /// The host with its port as the request names it (RFC 5849 §3.4.1.2).
  static func authority(of url: URI, host: String?) throws(OAuth1Error) -> String {
    guard let host else { return url.authority }
    return try normalizedHost(host, scheme: url.scheme)
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

  private static func uppercased(_ method: String) -> String {
    let hasLower = method.withBytes { bytes in
      for index in bytes.indices where bytes[index] &- 0x61 < 26 { return true }
      return false
    }
    guard hasLower else { return method }
    let bytes = method.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SignatureBaseString: CustomStringConvertible, CustomReflectable {
  /// Nothing that is signed: a token is among it.
  package var description: String { "base string of \(bytes.count) bytes" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
