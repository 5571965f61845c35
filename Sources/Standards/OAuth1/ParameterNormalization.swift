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
    var types = 0
    var isSpelledOut = true
    for field in request.headers.fields
    where field.name == "Content-Type" || ASCII.equalIgnoringCase(field.name, "Content-Type") {
      types += 1
      let value = field.value
      isSpelledOut =
        isSpelledOut && value.utf8.count == formType.utf8.count && value == formType
    }
    return types == 1 && (isSpelledOut || request.headers.contentType?.isForm ?? false)
  }

  private static let formType = "application/x-www-form-urlencoded"

  /// Encodes every name and value, sorts by name and then by value, and joins (RFC 5849 §3.4.1.3.2).
  package static func normalized(_ parameters: Parameters) -> String {
    EncodedParameters.with(parameters) { encoded in
      encoded.sort()
      let capacity = encoded.text.count + encoded.count
      return ByteWriter.text(capacity: capacity) { output in
        for index in 0..<encoded.count {
          if index > 0 { output.append(UInt8(ascii: "&")) }
          encoded.appendOnce(encoded[index].name, to: &output)
          output.append(UInt8(ascii: "="))
          encoded.appendOnce(encoded[index].value, to: &output)
        }
      }
    }
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
      case .malformedEscape(let pair): throw .malformedEscape(place, pair: pair)
      }
    }
    for (index, pair) in parameters.pairs.enumerated()
    where String(validating: pair.name, as: UTF8.self) == nil
      || String(validating: pair.value, as: UTF8.self) == nil
    {
      throw .notUTF8(place, pair: index + 1)
    }
    return parameters
  }
}
