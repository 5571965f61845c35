extension URI {
  /// The pairs of the query, decoded as a form: `+` is a space (RFC 6749, appendix B).
  package func queryParameters() throws(FormEncodingError) -> Parameters {
    try FormEncoding.decode(query ?? "")
  }

  /// The URI with more pairs at the end of its query.
  ///
  /// What is there stays byte for byte (RFC 6749 §3.1); spaces are added as `%20`.
  package func appendingQuery(_ parameters: Parameters) -> URI {
    guard !parameters.isEmpty else { return self }
    let added = FormEncoding.encode(parameters, space: .percent)
    guard let query, !query.isEmpty else { return replacing(query: added) }
    return replacing(query: query.hasSuffix("&") ? query + added : "\(query)&\(added)")
  }

  /// The URI with one value for `name`, whatever values it had; all other pairs stay byte for byte.
  package func settingQuery(_ name: String, _ value: String) -> URI {
    removingQuery([name]).appendingQuery(Parameters([(name, value)]))
  }

  /// The URI without the pairs of these names; all others stay byte for byte.
  package func removingQuery(_ names: Set<String>) -> URI {
    guard let query, !names.isEmpty else { return self }
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = pairs.filter { pair in
      let decoded = try? FormEncoding.decode(pair.utf8).pairs.first
      return !names.contains(decoded?.nameText ?? "")
    }
    guard kept.count < pairs.count else { return self }
    return replacing(query: kept.isEmpty ? nil : kept.joined(separator: "&"))
  }

  /// The URI without its fragment, as a request is sent to it (RFC 9110 §7.1).
  package var withoutFragment: URI {
    guard let fragment else { return self }
    return URI(
      scheme: scheme,
      userInfo: userInfo,
      host: host,
      port: port,
      path: path,
      query: query,
      fragment: nil,
      text: String(decoding: text.utf8.dropLast(fragment.utf8.count + 1), as: UTF8.self)
    )
  }

  /// The URI with another query, or none; the rest of the text stays as it was written.
  package func replacingQuery(_ parameters: Parameters) -> URI {
    replacing(
      query: parameters.isEmpty ? nil : FormEncoding.encode(parameters, space: .percent)
    )
  }

  private func replacing(query newQuery: String?) -> URI {
    let tail = (query.map { $0.utf8.count + 1 } ?? 0) + (fragment.map { $0.utf8.count + 1 } ?? 0)
    var newText = String(decoding: text.utf8.dropLast(tail), as: UTF8.self)
    if let newQuery { newText += "?\(newQuery)" }
    if let fragment { newText += "#\(fragment)" }
    return URI(
      scheme: scheme,
      userInfo: userInfo,
      host: host,
      port: port,
      path: path,
      query: newQuery,
      fragment: fragment,
      text: newText
    )
  }
}
