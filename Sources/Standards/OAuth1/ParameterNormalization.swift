/// Collects and normalises the parameters that a signature covers (RFC 5849 §3.4.1.3).
package enum ParameterNormalization {
  /// The parameters of a request's query and form body, decoded, in the order in which they stand.
  package static func parameters(of request: HTTPRequest) throws(OAuth1Error) -> Parameters {
    var result = Parameters()
    if let query = request.url.query {
      result.pairs += try decoded(query.utf8, in: .query).pairs
    }
    if hasFormBody(request) {
      result.pairs += try decoded(request.body, in: .body).pairs
    }
    return result
  }

  /// Whether the body is a single-part form, the only kind whose parameters are signed.
  ///
  /// The media type is compared without its parameters and without case (RFC 9110 §8.3.1).
  package static func hasFormBody(_ request: HTTPRequest) -> Bool {
    let types = request.headers.fields.lazy.filter {
      ASCII.equalIgnoringCase($0.name, "Content-Type")
    }
    // Most requests spell it like this; reading it as a media type costs more than signing it.
    if types.allSatisfy({ $0.value.hasSameBytes(as: formType) }) { return types.count == 1 }
    return request.headers.contentType?.isForm ?? false
  }

  private static let formType = "application/x-www-form-urlencoded"

  /// Encodes every name and value, sorts by name and then by value, and joins (RFC 5849 §3.4.1.3.2).
  package static func normalized(_ parameters: Parameters) -> String {
    let encoded = EncodedParameters(parameters)
    let sorted = encoded.sorted()
    let output = ByteWriter.bytes(capacity: encoded.bytes.count + sorted.count) { output in
      for entry in sorted {
        if output.count > 0 { output.append(UInt8(ascii: "&")) }
        encoded.appendOnce(entry.name, to: &output)
        output.append(UInt8(ascii: "="))
        encoded.appendOnce(entry.value, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes form pairs and names the pair that cannot be decoded.
  static func decoded(
    _ bytes: some Collection<UInt8>,
    in place: OAuth1Error.Place
  ) throws(OAuth1Error) -> Parameters {
    let parameters: Parameters
    do {
      parameters = try FormEncoding.decode(bytes)
    } catch {
      switch error {
      case .malformedEscape(let field): throw .malformedEscape(place, name: field)
      }
    }
    for pair in parameters.pairs
    where String(validating: pair.name, as: UTF8.self) == nil
      || String(validating: pair.value, as: UTF8.self) == nil
    {
      throw .notUTF8(place, name: PercentEncoding.encode(pair.name))
    }
    return parameters
  }
}
