/// The frame of a `multipart/form-data` body (RFC 7578): what stands before, between and after the parts.
package struct MultipartForm: Hashable, Sendable {
  /// One field of the form.
  package struct Part: Hashable, Sendable {
    package var name: String
    /// The name that a file is sent under.
    package var fileName: String?
    package var contentType: String?

    package init(name: String, fileName: String? = nil, contentType: String? = nil) {
      self.name = name
      self.fileName = fileName
      self.contentType = contentType
    }
  }

  package let boundary: String

  /// A boundary of 128 random bits: no content holds it by chance, and nobody can put it there on purpose.
  package init(random: some RandomSource) {
    boundary = "authrun-" + Hex.encode(random.bytes(16))
  }

  package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// What stands before a part's content; the content follows byte for byte, then a line break.
  package func opening(_ part: Part) -> [UInt8] {
    var text = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.quoted(part.name))\""
    if let fileName = part.fileName { text += "; filename=\"\(Self.quoted(fileName))\"" }
    text += "\r\n"
    if let type = part.contentType { text += "Content-Type: \(type)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// What stands after a part's content.
  package static let lineBreak: [UInt8] = [0x0D, 0x0A]

  /// What stands after the last part.
  package var ending: [UInt8] { Array("--\(boundary)--\r\n".utf8) }

  /// A name as browsers send it: three characters are escaped, and nothing else, UTF-8 neither.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "%22".utf8
      case 0x0D: bytes += "%0D".utf8
      case 0x0A: bytes += "%0A".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
