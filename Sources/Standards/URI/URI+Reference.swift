extension URI {
  /// The URI of something below this one: `https://api.test/v1` and `/me?x=1` make `/v1/me?x=1`.
  ///
  /// Exactly one slash joins the two. The added part may bring a query, which follows this URI's own.
  /// It cannot leave this path: `.` and `..` segments are refused, escaped ones too. The fragment is
  /// dropped.
  package func appendingPath(_ relative: String) throws(URIError) -> URI {
    let split = relative.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let addedPath = split.first ?? ""
    for segment in addedPath.utf8.split(separator: UInt8(ascii: "/")) {
      let decoded = (try? PercentEncoding.decode(segment)) ?? []
      guard !decoded.elementsEqual(".".utf8), !decoded.elementsEqual("..".utf8) else {
        throw URIError(.dotSegment)
      }
    }
    guard !relative.utf8.contains(UInt8(ascii: "#")) else { throw URIError(.badCharacter) }
    var joined = path
    if !addedPath.isEmpty {
      if joined.hasSuffix("/") { joined.removeLast() }
      joined += addedPath.hasPrefix("/") ? String(addedPath) : "/\(addedPath)"
    }
    let queries = [query, split.count > 1 ? String(split[1]) : nil]
      .compactMap { $0 }
      .filter { !$0.isEmpty }
    return try recomposed(
      path: joined,
      query: queries.isEmpty ? nil : queries.joined(separator: "&")
    )
  }

  /// The URI that a reference in a resource at this URI means (RFC 3986 §5.2), such as a `Location`.
  package func resolve(_ reference: String) throws(URIError) -> URI {
    if Self.startsWithScheme(reference) { return try URI(reference) }
    if reference.hasPrefix("//") { return try URI("\(scheme):\(reference)") }
    let bare = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let beforeFragment = bare.first ?? ""
    let newFragment = bare.count > 1 ? String(bare[1]) : nil
    let split = beforeFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let newPath = String(split.first ?? "")
    let newQuery = split.count > 1 ? String(split[1]) : nil
    if newPath.isEmpty {
      return try recomposed(path: path, query: newQuery ?? query, fragment: newFragment)
    }
    let merged: String
    if newPath.hasPrefix("/") {
      merged = newPath
    } else if path.isEmpty, !host.isEmpty {
      merged = "/\(newPath)"
    } else {
      let kept = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
      merged = kept + newPath
    }
    return try recomposed(
      path: Self.removingDotSegments(merged),
      query: newQuery,
      fragment: newFragment
    )
  }

  private static func startsWithScheme(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"): return true
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
      default: continue
      }
    }
    return false
  }

  /// RFC 3986 §5.2.4, segment by segment.
  private static func removingDotSegments(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var output: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".":
        if isLast { output.append("") }
      case "..":
        if output.count > 1 || (output.count == 1 && output[0] != "") { output.removeLast() }
        if isLast { output.append("") }
      default:
        output.append(segment)
      }
    }
    return output.joined(separator: "/")
  }

  private func recomposed(
    path: String,
    query: String?,
    fragment: String? = nil
  ) throws(URIError) -> URI {
    // The authority is taken from the text, so that it stays as it was written.
    let hasAuthority = text.utf8.dropFirst(scheme.utf8.count + 1).starts(with: "//".utf8)
    guard hasAuthority || !path.hasPrefix("//") else { throw URIError(.ambiguousPath) }
    var newText = "\(scheme):"
    if hasAuthority {
      let rest = text.utf8.dropFirst(scheme.utf8.count + 3)
      let authority = rest.prefix {
        $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
      }
      newText += "//" + String(decoding: authority, as: UTF8.self)
    }
    newText += path
    if let query { newText += "?\(query)" }
    if let fragment { newText += "#\(fragment)" }
    return try URI(newText)
  }
}
