import Glibc
import Login
import Standards

/// `authrun manuals DIR`: what an installation runs.
struct ManualsCommand: Command {
  static let spec = CommandSpec(
    "manuals",
    [.init(name: "DIR")],
    summary: "Write the manual pages into a folder",
    isHidden: true
  )

  private let directory: String

  init(_ arguments: Arguments) throws(UsageError) {
    directory = arguments.first
  }

  func run(in context: CommandContext) async throws {
    let pages = CommandTable.manual.pages()
    mkdir(directory, 0o777)
    for page in pages {
      do throws(FileProblem) {
        try OutputFile.write(Array(page.text.utf8), to: "\(directory)/\(page.file)")
      } catch {
        throw AuthRunError(.inputInvalid, error.message)
      }
    }
    try context.finish(
      json: .object(JSONObject([("pages", .texts(pages.map(\.file)))])),
      lines: ["\(pages.count) pages in \(directory)"]
    )
  }
}
