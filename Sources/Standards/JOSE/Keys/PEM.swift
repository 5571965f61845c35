/// One block of the textual encoding of keys and certificates (RFC 7468).
package struct PEM: Sendable {
  /// What stands after `BEGIN`, such as `PRIVATE KEY`.
  package let label: String
  /// The DER bytes.
  package let content: Secret

  package init(label: String, content: Secret) {
    self.label = label
    self.content = content
  }

  private static let maximumLength = 64 << 10

  /// Reads the one block of a text; CRLF, blank lines and spaces at the ends of lines do no harm.
  ///
  /// A block of curve parameters before a private key, as OpenSSL writes it, is passed over. With
  /// `escapedNewlines`, a backslash with an `n` is a new line: so do keys stand in environment variables.
  package init(_ text: String, escapedNewlines: Bool = false) throws(JWKError) {
    guard text.utf8.count <= Self.maximumLength else { throw .badPEM }
    var label: String?
    var body: [UInt8] = []
    var found: PEM?
    for line in Self.lines(text, escapedNewlines: escapedNewlines) {
      if let name = label {
        if line == "-----END \(name)-----" {
          guard found == nil else { throw .badPEM }
          if name != "EC PARAMETERS" { found = try Self.block(name, body) }
          label = nil
          body = []
        } else {
          // Header lines announce an encrypted key of the old form (RFC 1421).
          guard !line.utf8.contains(UInt8(ascii: ":")) else { throw .encryptedPEM }
          body += line.utf8
        }
      } else if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
        label = String(line.dropFirst(11).dropLast(5))
      } else if !line.isEmpty {
        throw .badPEM
      }
    }
    guard label == nil, let found else { throw .badPEM }
    self = found
  }

  private static func block(_ label: String, _ body: [UInt8]) throws(JWKError) -> PEM {
    guard label != "ENCRYPTED PRIVATE KEY" else { throw .encryptedPEM }
    do {
      return PEM(label: label, content: Secret(try Base64.decode(body)))
    } catch {
      throw .badPEM
    }
  }

  private static func lines(_ text: String, escapedNewlines: Bool) -> [String] {
    var bytes = Array(text.utf8)
    if escapedNewlines {
      var output: [UInt8] = []
      var index = 0
      while index < bytes.count {
        let isEscape =
          bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
          && bytes[index + 1] == UInt8(ascii: "n")
        output.append(isEscape ? 0x0A : bytes[index])
        index += isEscape ? 2 : 1
      }
      bytes = output
    }
    return bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
      let trimmed = line.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
      return String(decoding: trimmed, as: UTF8.self)
    }
  }

  /// The block as text, 64 characters a line.
  package var text: String {
    let body = Array(Base64.encode(content.bytes).utf8)
    var output = Array("-----BEGIN \(label)-----\n".utf8)
    for start in stride(from: 0, to: body.count, by: 64) {
      output += body[start..<min(start + 64, body.count)]
      output.append(0x0A)
    }
    output += "-----END \(label)-----\n".utf8
    return String(decoding: output, as: UTF8.self)
  }
}
