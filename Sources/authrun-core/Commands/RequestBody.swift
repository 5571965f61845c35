import Crypto
import Login
import Standards

/// The body that `request` was asked to send.
enum RequestBody: Hashable, Sendable {
  case none
  /// `-d`, `--data-raw` and `--data-binary`: texts, or files in their place.
  case data([DataPart])
  case form([FormField])
  case json(DataPart)
  case file(String)
  case multipart([MultipartField])

  /// One `--form KEY=VALUE`.
  struct FormField: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The largest body that is kept in memory, in bytes.
  private static let largest = 64 << 20

  /// The options of which one body is made, in the order in which a usage error names them.
  private static let kinds = [
    "data", "data-raw", "data-binary", "form", "multipart", "form-string", "json-body", "file",
  ]

  init(_ options: OptionValues) throws(UsageError) {
    var given = Self.kinds.filter { options.has($0) }
    // The two make one body.
    if given.contains("multipart") { given.removeAll { $0 == "form-string" } }
    guard given.count <= 1 else {
      throw UsageError("--\(given[0]) and --\(given[1]) cannot be combined")
    }
    switch given.first {
    case "data": self = .data(options.all("data").map { DataPart($0, keepsLines: false) })
    case "data-raw": self = .data(options.all("data-raw").map(DataPart.text))
    case "data-binary":
      self = .data(options.all("data-binary").map { DataPart($0, keepsLines: true) })
    case "form":
      var fields: [FormField] = []
      for text in options.all("form") {
        guard let (name, value) = Self.pair(text) else {
          throw UsageError("--form needs KEY=VALUE", hint: Self.formHint(text))
        }
        fields.append(FormField(name: name, value: value))
      }
      self = .form(fields)
    case "multipart", "form-string":
      var fields: [MultipartField] = []
      for (name, text) in options.all(["multipart", "form-string"]) {
        fields.append(
          try name == "multipart" ? MultipartField(text) : MultipartField(literal: text)
        )
      }
      self = .multipart(fields)
    case "json-body":
      let part = DataPart(options.last("json-body") ?? "", keepsLines: true)
      if case .text(let text) = part { try Self.checkJSON(text) }
      self = .json(part)
    case "file": self = .file(options.last("file") ?? "")
    default: self = .none
    }
    guard inputs <= 1 else { throw UsageError("standard input can be read only once") }
  }

  var isEmpty: Bool { self == .none }

  /// What is sent, and the type it has unless a header says otherwise.
  struct Content: Sendable {
    var bytes: [UInt8] = []
    /// Read while it is sent; then there are no bytes.
    var source: BodySource?
    var type: String?
  }

  /// The body, files opened only when it is sent where that can be.
  func content() async throws(AuthRunError) -> Content {
    let form = "application/x-www-form-urlencoded"
    switch self {
    case .none: return Content()
    case .data(let parts):
      // One file as it is needs no memory.
      if parts.count == 1, case .file(let path, keepsLines: true) = parts[0] {
        return Content(source: BodySource([Self.piece(path)]), type: form)
      }
      var bytes: [UInt8] = []
      for (index, part) in parts.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "&")) }
        bytes += try await part.bytes(limit: Self.largest)
      }
      return Content(bytes: bytes, type: form)
    case .form(let fields):
      let parameters = Parameters(fields.map { ($0.name, $0.value) })
      return Content(bytes: Array(FormEncoding.encode(parameters).utf8), type: form)
    case .json(let part):
      let bytes = try await part.bytes(limit: Self.largest)
      // What was given on the line is checked already.
      if case .file(let path, _) = part { try Self.checkJSON(bytes, of: path) }
      return Content(bytes: bytes, type: "application/json")
    case .file(let path):
      return Content(source: BodySource([Self.piece(path)]), type: "application/octet-stream")
    case .multipart(let fields):
      let frame = MultipartForm(random: SystemRandom())
      return Content(
        source: BodySource(fields.flatMap { $0.pieces(in: frame) } + [.bytes(frame.ending)]),
        type: frame.contentType
      )
    }
  }

  /// The whole body in memory, for a request that is signed and not sent.
  func bytes() async throws(AuthRunError) -> Content {
    var content = try await content()
    guard let source = content.source else { return content }
    content.source = nil
    if source == BodySource([.standardInput]) {
      content.bytes = try await DataPart.file("-", keepsLines: true).bytes(limit: Self.largest)
    } else {
      content.bytes = try source.contents(limit: Self.largest)
    }
    return content
  }

  /// How many times standard input is read.
  private var inputs: Int {
    switch self {
    case .none, .form: 0
    case .data(let parts): parts.count(where: \.isStandardInput)
    case .json(let part): part.isStandardInput ? 1 : 0
    case .file(let path): path == "-" ? 1 : 0
    case .multipart(let fields): fields.count(where: \.isStandardInput)
    }
  }

  static func piece(_ path: String) -> BodySource.Piece {
    path == "-" ? .standardInput : .file(path)
  }

  static func pair(_ text: String) -> (name: String, value: String)? {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  private static func formHint(_ text: String) -> String? {
    text.contains("@") ? "files are parts of a multipart body: -F NAME=@FILE" : nil
  }

  private static func checkJSON(_ bytes: [UInt8], of path: String) throws(AuthRunError) {
    do throws(JSONError) {
      _ = try JSONReader.read(bytes, limits: JSONLimits(maximumBytes: largest))
    } catch {
      let name = path == "-" ? "standard input" : VisibleText.line(path)
      throw AuthRunError(
        .inputInvalid,
        "--json-body: \(name) is no JSON: \(error)",
        step: "request",
        hint: "--data-binary @FILE -H 'Content-Type: …' sends any text"
      )
    }
  }

  private static func checkJSON(_ text: String) throws(UsageError) {
    do throws(JSONError) {
      _ = try JSONReader.read(Array(text.utf8))
    } catch {
      throw UsageError("--json-body is no JSON: \(error)")
    }
  }
}
