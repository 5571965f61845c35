/// What a cookie's name and value may be (RFC 6265 §4.1.1).
package enum Cookie {
  package static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(ASCII.isTokenCharacter)
  }

  /// Whether all is cookie-octets, perhaps between quotes: a `;` would begin another cookie.
  package static func isValue(_ value: String) -> Bool {
    var bytes = Array(value.utf8)[...]
    let quote = UInt8(ascii: "\"")
    if bytes.count >= 2, bytes.first == quote, bytes.last == quote {
      bytes = bytes.dropFirst().dropLast()
    }
    return bytes.allSatisfy { byte in
      (0x21...0x7E).contains(byte) && !#"",;\"#.utf8.contains(byte)
    }
  }
}

extension HTTPFields {
  /// The value of the cookie called `name` that a request carries (RFC 6265 §4.2.1).
  package func cookie(_ name: String) -> String? {
    for field in values("Cookie") {
      for pair in field.split(separator: ";") {
        let pair = pair.drop { $0 == " " || $0 == "\t" }
        guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { continue }
        return String(pair[pair.index(after: equals)...])
      }
    }
    return nil
  }

  /// Adds a cookie to a request, whose `Cookie` field stands once (RFC 6265 §5.4).
  ///
  /// Name and value must have been checked.
  package mutating func addCookie(_ name: String, _ value: String) {
    let given = fields.filter { ASCII.equalIgnoringCase($0.name, "Cookie") }
    let pairs = given.map(\.value) + ["\(name)=\(value)"]
    set(
      HTTPField(
        "Cookie",
        pairs.joined(separator: "; "),
        isSecret: given.contains(where: \.isSecret)
      )
    )
  }

  /// The value that an answer gives to the cookie called `name`; `nil` where it gives none.
  ///
  /// Of several the last one that lives, since some services remove an older cookie of the same name first.
  package func setCookie(_ name: String, at now: Timestamp) -> String? {
    values("Set-Cookie").compactMap(SetCookie.init).last { cookie in
      cookie.name == name && !cookie.value.isEmpty && cookie.lives(at: now)
    }?.value
  }
}

/// A `Set-Cookie` field as user agents read it (RFC 6265 §5.2).
package struct SetCookie: Sendable {
  package let name: String
  package let value: String
  /// `nil` is the end of the session.
  private var maximumAge: Int64?
  private var expiresAt: Timestamp?

  /// Fails where the field names no cookie, which user agents pass over.
  package init?(_ field: String) {
    let parts = field.split(separator: ";", omittingEmptySubsequences: false)
    guard let pair = parts.first.flatMap(Self.pair), let value = pair.value, !pair.name.isEmpty
    else { return nil }
    name = pair.name
    self.value = value
    for part in parts.dropFirst() {
      guard let attribute = Self.pair(part), let text = attribute.value else { continue }
      switch ASCII.lowercased(attribute.name) {
      case "max-age": maximumAge = Int64(text) ?? maximumAge
      case "expires": expiresAt = Timestamp(cookieDate: text) ?? expiresAt
      default: break
      }
    }
  }

  /// Whether the cookie is one to keep; an end that lies back removes it.
  package func lives(at now: Timestamp) -> Bool {
    if let maximumAge { return maximumAge > 0 }
    return expiresAt.map { $0 > now } ?? true
  }

  private static func pair(_ part: Substring) -> (name: String, value: String?)? {
    let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = halves.first else { return nil }
    return (trimmed(name), halves.count > 1 ? trimmed(halves[1]) : nil)
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return String(text)
  }
}

extension TokenPresentation {
  /// Why a token cannot be presented like this; `nil` when it can.
  package func objection(to token: Secret) -> String? {
    guard case .cookie(let name) = self, !Cookie.isValue(token.text) else { return nil }
    return
      "the access token cannot be the cookie \(name): it holds a byte that no cookie may (RFC 6265 §4.1.1)"
  }
}
