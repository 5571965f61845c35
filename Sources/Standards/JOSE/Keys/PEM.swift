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
  private static let begin = Array("-----BEGIN ".utf8)
  private static let end = Array("-----END ".utf8)
  private static let rule = Array("-----".utf8)

  /// Reads the one key, or the one certificate, of a text.
  ///
  /// CRLF, blank lines and spaces at the ends of lines do no harm, nor do lines outside of the blocks
  /// (RFC 7468 §2), such as the bag attributes that OpenSSL writes. A block of curve parameters before a
  /// private key is passed over, and so are the certificates beside a private key.
  package init(_ text: String) throws(JWKError) {
    guard text.utf8.count <= Self.maximumLength else { throw .badPEM }
    var reader = BlockReader(Array(text.utf8))
    defer { reader.wipe() }
    let blocks = try reader.read()
    let keys = blocks.filter { $0.label != "CERTIFICATE" }
    let candidates = keys.first?.label.hasSuffix("PRIVATE KEY") == true ? keys : blocks
    guard candidates.count == 1, let found = candidates.first else { throw .badPEM }
    self = found
  }

  /// The text of a PEM as it stands in an environment variable, whose lines often end in a backslash with
  /// an `n`; any other text stays as it is.
  package static func unescaped(_ variable: String) -> String {
    let isPEM = variable.utf8.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: begin)
    guard isPEM, !variable.utf8.contains(0x0A) else { return variable }
    return variable.replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n")
  }

  /// The block as text, 64 characters a line.
  package var text: String {
    var body = Array(Base64.encode(content.bytes).utf8)
    defer { body.wipe() }
    var output = Array("-----BEGIN \(label)-----\n".utf8)
    output.reserveCapacity(output.count * 2 + body.count + body.count / 64 + 2)
    defer { output.wipe() }
    for start in stride(from: 0, to: body.count, by: 64) {
      output += body[start..<min(start + 64, body.count)]
      output.append(0x0A)
    }
    output += "-----END \(label)-----\n".utf8
    return String(decoding: output, as: UTF8.self)
  }

  /// Finds the blocks of a text; all that it copies is the content of one block at a time.
  private struct BlockReader {
    private var bytes: [UInt8]
    private var body: [UInt8] = []
    private var blocks: [PEM] = []

    init(_ bytes: consuming [UInt8]) {
      let count = bytes.count
      self.bytes = bytes
      // Room for the longest at once: an array that grows leaves copies behind.
      body.reserveCapacity(count)
    }

    mutating func wipe() {
      bytes.wipe()
      body.wipe()
    }

    mutating func read() throws(JWKError) -> [PEM] {
      var label: [UInt8]?
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        let line = Self.trimmed(bytes[start..<end])
        start = end + 1
        if let open = label {
          if line.elementsEqual(PEM.end + open + PEM.rule) {
            try close(open)
            label = nil
          } else {
            // Header lines announce an encrypted key of the old form (RFC 1421).
            guard !line.contains(UInt8(ascii: ":")) else { throw .encryptedPEM }
            body += line
          }
        } else if line.starts(with: PEM.begin), line.suffix(5).elementsEqual(PEM.rule) {
          label = Array(line.dropFirst(PEM.begin.count).dropLast(PEM.rule.count))
        } else if line.starts(with: PEM.rule) {
          // What begins or ends no block, where one should: rather nothing than a part.
          throw Self.isEscaped(line) ? .escapedPEM : .badPEM
        }
      }
      guard label == nil else {
        throw label.map { Self.isEscaped($0[...]) } == true ? .escapedPEM : .badPEM
      }
      return blocks
    }

    private mutating func close(_ label: [UInt8]) throws(JWKError) {
      defer {
        body.wipe()
        body.removeAll(keepingCapacity: true)
      }
      let label = String(decoding: label, as: UTF8.self)
      guard label != "EC PARAMETERS" else { return }
      guard label != "ENCRYPTED PRIVATE KEY" else { throw .encryptedPEM }
      do {
        blocks.append(PEM(label: label, content: Secret(try Base64.decode(body))))
      } catch {
        throw .badPEM
      }
    }

    /// Whether a line holds others, each ended by a backslash with an `n`.
    private static func isEscaped(_ line: ArraySlice<UInt8>) -> Bool {
      zip(line, line.dropFirst()).contains { $0 == UInt8(ascii: "\\") && $1 == UInt8(ascii: "n") }
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }
      var line = line.drop(while: isSpace)
      while let last = line.last, isSpace(last) { line = line.dropLast() }
      return line
    }
  }
}
