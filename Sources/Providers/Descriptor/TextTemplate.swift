package import Standards

/// Text in which `{option}` stands for the value of an option; `{{` and `}}` are the braces themselves.
package struct TextTemplate: Hashable, Sendable {
  /// A stretch of the text.
  package enum Piece: Hashable, Sendable {
    case literal(String)
    case option(String)
  }

  package let pieces: [Piece]
  /// The text as written.
  package let source: String

  /// Reads the text; fails on a brace without its partner and on an empty or odd name.
  package init(_ text: String) throws(TemplateError) {
    source = text
    let braces: ClosedRange<UInt8> = UInt8(ascii: "{")...UInt8(ascii: "}")
    guard text.utf8.contains(where: { braces.contains($0) }) else {
      pieces = text.isEmpty ? [] : [.literal(text)]
      return
    }
    var pieces: [Piece] = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(character)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateError("\"{\" without \"}\" in \"\(text)\"")
        }
        let name = String(rest[..<end])
        guard name.isOptionName || BuiltInValue(placeholder: name) != nil else {
          throw TemplateError("\"{\(name)}\" in \"\(text)\" is no option's name")
        }
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        pieces.append(.option(name))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw TemplateError("\"}\" without \"{\" in \"\(text)\"")
      default:
        literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    self.pieces = pieces
  }

  /// The options that the text names, in order.
  package var options: [String] {
    pieces.compactMap { piece in
      if case .option(let name) = piece { name } else { nil }
    }
  }

  /// Puts the values in; the result is secret where one of them is.
  ///
  /// Fails when an option has no value.
  package func expand(_ values: [String: OptionValue]) throws(TemplateError) -> OptionValue {
    var bytes: [UInt8] = []
    var isSecret = false
    for piece in pieces {
      switch piece {
      case .literal(let text):
        bytes += text.utf8
      case .option(let name):
        switch values[name] {
        case .text(let text):
          bytes += text.utf8
        case .secret(let secret):
          bytes += secret.bytes
          isSecret = true
        case nil:
          throw TemplateError(missing: name, in: source)
        }
      }
    }
    return isSecret ? .secret(Secret(bytes)) : .text(String(decoding: bytes, as: UTF8.self))
  }
}

/// Why a template cannot be read or filled in.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option that has no value, when that is the reason.
  package let missingOption: String?
  package let description: String

  init(_ description: String) {
    missingOption = nil
    self.description = description
  }

  init(missing option: String, in template: String) {
    missingOption = option
    description = "\"\(template)\" needs the option \(option)"
  }
}

extension String {
  /// Whether the text may be an option's name: a letter, then letters, digits and `_`, in lower case.
  package var isOptionName: Bool {
    guard let first = utf8.first, first.isLowerLetter, utf8.count <= 64 else { return false }
    return utf8.allSatisfy { $0.isLowerLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  /// Whether the text may be a descriptor's id, which is also a file name and part of a variable's name.
  package var isProviderID: Bool {
    guard let first = utf8.first, first.isLowerLetter || first.isDigit, utf8.count <= 64 else {
      return false
    }
    return utf8.allSatisfy {
      $0.isLowerLetter || $0.isDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }
}

extension UInt8 {
  var isLowerLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
