import Login

/// A text of the command line, or a file that stands in its place: `@FILE`, `@-` for standard input.
enum DataPart: Hashable, Sendable {
  case text(String)
  /// Without `keepsLines` the file's line breaks are left out, as curl's `-d` does.
  case file(String, keepsLines: Bool)

  init(_ text: String, keepsLines: Bool) {
    self =
      text.hasPrefix("@") ? .file(String(text.dropFirst()), keepsLines: keepsLines) : .text(text)
  }

  var isStandardInput: Bool {
    if case .file("-", _) = self { true } else { false }
  }

  func bytes(limit: Int) async throws(AuthRunError) -> [UInt8] {
    guard case .file(let path, let keepsLines) = self else {
      guard case .text(let text) = self else { return [] }
      return Array(text.utf8)
    }
    let bytes = try await Self.read(path, limit: limit)
    return keepsLines ? bytes : bytes.filter { $0 != 0x0A && $0 != 0x0D }
  }

  private static func read(_ path: String, limit: Int) async throws(AuthRunError) -> [UInt8] {
    if path == "-" {
      guard let bytes = await LineInput.standard.all(limit: limit) else {
        throw AuthRunError(.inputInvalid, "standard input cannot be read")
      }
      return bytes
    }
    do throws(FileProblem) {
      return try FileDescriptorIO.contents(ofFile: path, limit: limit)
    } catch {
      throw AuthRunError(.inputInvalid, "the body cannot be read: \(error.message)")
    }
  }
}
