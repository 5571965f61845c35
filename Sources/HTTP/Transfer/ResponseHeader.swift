import Standards

/// Gathers the header lines of a response until its head is complete.
///
/// Interim responses (1xx) are passed over; lines after the head are trailers and are dropped.
struct ResponseHeader {
  /// Why the lines are no header.
  enum Fault: Error {
    case tooLarge
    case malformed
  }

  private let limit: Int
  private var count = 0
  private var response: HTTPResponse?
  private(set) var isComplete = false

  /// Refuses more than `limit` bytes in all.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes one line with its end; returns the head when this line completes it.
  mutating func add(line: UnsafeRawBufferPointer) throws(Fault) -> HTTPResponse? {
    count += line.count
    guard count <= limit else { throw .tooLarge }
    guard !isComplete else { return nil }
    let text = Self.text(line)
    if response == nil {
      response = HTTPResponse(status: try Self.status(of: text))
      return nil
    }
    guard !text.isEmpty else {
      defer { response = nil }
      guard let response, response.status >= 200 || response.status == 101 else { return nil }
      isComplete = true
      return response
    }
    if text.first == " " || text.first == "\t" {
      // A folded line (RFC 9112 §5.2) belongs to the field before it.
      guard let last = response?.headers.fields.indices.last else { throw .malformed }
      response?.headers.fields[last].value += " " + Self.trimmed(text[...])
      return nil
    }
    guard let colon = text.firstIndex(of: ":") else { throw .malformed }
    let value = Self.trimmed(text[text.index(after: colon)...])
    response?.headers.fields.append(HTTPField(String(text[..<colon]), value))
    return nil
  }

  /// Reads `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private static func status(of line: String) throws(Fault) -> Int {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3,
      let status = Int(parts[1]), status >= 100
    else { throw .malformed }
    return status
  }

  /// The line without its end; bytes that are not UTF-8 are read as ISO 8859-1 (RFC 9110 §5.5).
  private static func text(_ line: UnsafeRawBufferPointer) -> String {
    var end = line.count
    while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D {
      end -= 1
    }
    let bytes = line[..<end]
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" {
      text.removeLast()
    }
    return String(text)
  }
}
