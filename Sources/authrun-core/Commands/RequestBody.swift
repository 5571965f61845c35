import Login
import Standards

/// The body that `request` was asked to send.
enum RequestBody: Hashable, Sendable {
  case none
  case data(String)
  case form([FormField])
  case json(String)
  case file(String)

  /// One `--form KEY=VALUE`.
  struct FormField: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The largest file that is sent, in bytes.
  private static let largestFile = 64 << 20

  init(_ options: OptionValues) throws(UsageError) {
    let kinds = ["data", "form", "json-body", "file"].filter { options.has($0) }
    if kinds.count > 1 {
      throw UsageError("--\(kinds[0]) and --\(kinds[1]) cannot be combined")
    }
    if let data = options.last("data") {
      self = .data(data)
    } else if options.has("form") {
      var fields: [FormField] = []
      for text in options.all("form") {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
          throw UsageError("--form needs KEY=VALUE")
        }
        let value = text[text.index(after: equals)...]
        fields.append(FormField(name: String(text[..<equals]), value: String(value)))
      }
      self = .form(fields)
    } else if let json = options.last("json-body") {
      do throws(JSONError) {
        _ = try JSONReader.read(Array(json.utf8))
      } catch {
        throw UsageError("--json-body is no JSON: \(error)")
      }
      self = .json(json)
    } else if let file = options.last("file") {
      self = .file(file)
    } else {
      self = .none
    }
  }

  var isEmpty: Bool { self == .none }

  /// The bytes to send and the type they have unless a header says otherwise.
  func content() async throws(AuthRunError) -> (bytes: [UInt8], type: String?) {
    switch self {
    case .none: return ([], nil)
    case .data(let text): return (Array(text.utf8), "application/x-www-form-urlencoded")
    case .form(let fields):
      let parameters = Parameters(fields.map { ($0.name, $0.value) })
      return (
        Array(FormEncoding.encode(parameters).utf8), "application/x-www-form-urlencoded"
      )
    case .json(let text): return (Array(text.utf8), "application/json")
    case .file(let path): return (try await Self.read(path), "application/octet-stream")
    }
  }

  private static func read(_ path: String) async throws(AuthRunError) -> [UInt8] {
    if path == "-" {
      guard let bytes = await LineInput.standard.all(limit: largestFile) else {
        throw AuthRunError(.inputInvalid, "standard input cannot be read")
      }
      return bytes
    }
    do throws(FileProblem) {
      return try FileDescriptorIO.contents(ofFile: path, limit: largestFile)
    } catch {
      throw AuthRunError(.inputInvalid, "--file: \(error.message)")
    }
  }
}
