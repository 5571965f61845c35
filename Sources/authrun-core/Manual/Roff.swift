/// Text for `man`, in the macros that groff and mandoc both know (man(7)).
struct Roff {
  private(set) var text: String
  /// Whether a section has just begun, which begins a paragraph too.
  private var isFresh = false

  init(title: String) {
    text =
      ".TH \(title) 1 \"\(VersionCommand.date)\" \"authrun \(VersionCommand.number)\" \"authrun manual\"\n"
      // Lines are not stretched, and words are not broken: much is to be copied.
      + ".nh\n.ad l\n"
  }

  mutating func section(_ name: String) {
    text += ".SH \(name)\n"
    isFresh = true
  }

  /// A line that is escaped already.
  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func synopsis(_ name: String, _ rest: String) {
    beginParagraph()
    text += "\\fB\(Self.escaped(name))\\fR \(Self.escaped(rest))\n"
  }

  mutating func paragraph(_ paragraph: String) {
    beginParagraph()
    text += "\(Self.protected(paragraph))\n"
  }

  private mutating func beginParagraph() {
    if !isFresh { text += ".PP\n" }
    isFresh = false
  }

  /// A term and what is said about it.
  mutating func item(bold term: String, _ description: String) {
    isFresh = false
    text += ".TP\n\\fB\(Self.escaped(term))\\fR\n\(Self.protected(description))\n"
  }

  /// An option with the variable that stands for it.
  mutating func item(_ option: CommandOption) {
    let twin = option.environment.map { " Environment: \($0)." } ?? ""
    item(bold: option.synopsis, option.help + twin)
  }

  mutating func example(_ example: CommandSpec.Example) {
    paragraph(example.purpose.capitalizedFirst + ":")
    text += ".RS 4\n.nf\n\(Self.protected(example.line))\n.fi\n.RE\n"
  }

  mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    let names = pages.map { "\\fB\(Self.escaped($0))\\fR(1)" }
    text += names.joined(separator: ",\n") + "\n"
  }

  /// Text in which nothing is taken for a macro or an escape.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // Else a hyphen, which cannot be copied into a command line.
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\u{201C}": result += "\\(lq"
      case "\u{201D}": result += "\\(rq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "]"
      }
    }
    return result
  }

  /// The same at the beginning of a line.
  private static func protected(_ text: String) -> String {
    let text = escaped(text)
    return text.hasPrefix(".") || text.hasPrefix("\\(aq") ? "\\&" + text : text
  }
}

extension String {
  fileprivate var capitalizedFirst: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst()
  }
}
