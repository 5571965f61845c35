import Login
import Standards

/// One `-F NAME=VALUE`, `-F NAME=@FILE;type=…;filename=…` or `-F NAME=<FILE`.
struct MultipartField: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case text(String)
    /// `-` is standard input.
    case file(String)
  }

  let part: MultipartForm.Part
  let content: Content

  /// One `--form-string NAME=VALUE`.
  init(literal text: String) throws(UsageError) {
    guard let (name, value) = RequestBody.pair(text) else {
      throw UsageError("--form-string needs NAME=VALUE")
    }
    part = MultipartForm.Part(name: name)
    content = .text(value)
  }

  init(_ text: String) throws(UsageError) {
    guard let (name, value) = RequestBody.pair(text) else {
      throw UsageError("--multipart needs NAME=VALUE or NAME=@FILE")
    }
    guard value.hasPrefix("@") || value.hasPrefix("<") else {
      part = MultipartForm.Part(name: name)
      content = .text(value)
      return
    }
    var path = String(value.dropFirst())
    var type: String?
    var fileName: String?
    // From the end, so that a path may hold the character.
    while let mark = path.lastIndex(of: ";") {
      let attribute = path[path.index(after: mark)...].drop { $0 == " " }
      if attribute.hasPrefix("type=") {
        type = String(attribute.dropFirst(5))
      } else if attribute.hasPrefix("filename=") {
        fileName = String(attribute.dropFirst(9))
      } else {
        break
      }
      path = String(path[..<mark])
    }
    guard !path.isEmpty else { throw UsageError("--multipart \(name)= names no file") }
    if let type, MediaType(type) == nil || !HTTPField("Content-Type", type).isValid {
      throw UsageError("“\(VisibleText.line(type))” is no media type", hint: "as in type=image/png")
    }
    // Contents alone are a text field like any other.
    if value.hasPrefix("@") {
      let last = path.split(separator: "/").last.map(String.init) ?? path
      fileName = fileName ?? (path == "-" ? "stdin" : last)
      type = type ?? "application/octet-stream"
    }
    part = MultipartForm.Part(name: name, fileName: fileName, contentType: type)
    content = .file(path)
  }

  var isStandardInput: Bool { content == .file("-") }

  /// The part with what stands before and after it.
  func pieces(in frame: MultipartForm) -> [BodySource.Piece] {
    let piece: BodySource.Piece
    switch content {
    case .text(let text): piece = .bytes(Array(text.utf8))
    case .file(let path): piece = RequestBody.piece(path)
    }
    return [.bytes(frame.opening(part)), piece, .bytes(MultipartForm.lineBreak)]
  }
}
