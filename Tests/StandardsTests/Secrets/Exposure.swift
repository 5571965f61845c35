import Standards
import Testing

/// A secret that tests put everywhere, and the search for it in what is printed.
struct Exposure {
  /// Long enough for a key of HS256 and for a PKCE verifier.
  static let text = "hush-Zq7x9Kw2Lm4Tn6Rv8Yb1Dc3Fg5Hj0Ps-hush-abcdefghijklmnopqrstuv"
  static let secret = Secret(text)
  static let bytes = Array(text.utf8)
  static let key = #"{"kty":"oct","kid":"1","k":"\#(Base64URL.encode(bytes))"}"#

  /// All that Swift prints of a value: its description, its debug description and its dump.
  static func printed(_ value: Any) -> String {
    var output = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &output)
    return output
  }

  /// In what form the secret stands in a text; `nil` when it does not.
  static func form(in output: String) -> String? {
    let numbers = output.split { !$0.isNumber }.joined(separator: ",")
    let forms = [
      ("text", output, text),
      // Part of it is too much as well.
      ("part", output, String(text.dropFirst(5).prefix(12))),
      ("base64", output, String(Base64.encode(bytes).dropLast(4))),
      ("base64url", output, String(Base64URL.encode(bytes).dropLast(4))),
      ("hexadecimal", output.lowercased(), Hex.encode(bytes)),
      ("numbers", numbers, bytes.prefix(12).map(String.init).joined(separator: ",")),
    ]
    return forms.first { $0.1.contains($0.2) }?.0
  }

  static func expectHidden(
    _ value: Any,
    _ what: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let form = form(in: printed(value))
    #expect(
      form == nil,
      "\(what) shows the secret as \(form ?? "")",
      sourceLocation: sourceLocation
    )
  }
}

/// The errors that attempts end in, each of which must not show the secret.
struct ErrorWalk {
  private(set) var seen: [any Error] = []

  mutating func attempt(
    _ body: () throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      try body()
      Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    } catch {
      seen.append(error)
      Exposure.expectHidden(error, "an error", sourceLocation: sourceLocation)
    }
  }

  /// Whether all of `cases` were seen, and whether the type's source has no further ones.
  func expectAll<Failure: Error & Hashable>(
    _ cases: [Failure],
    in file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for failure in cases {
      let isSeen = seen.contains { ($0 as? Failure) == failure }
      #expect(isSeen, "\(failure)", sourceLocation: sourceLocation)
    }
    let count = try ErrorWalk.caseCount(in: file)
    #expect(cases.count == count, "walk every case of \(file)", sourceLocation: sourceLocation)
  }
}
