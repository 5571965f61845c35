import Login
import Providers
import Standards

/// `authrun meta`.
struct MetaCommand: Command {
  static let spec = CommandSpec(
    "meta",
    summary: "Write types of descriptors for your editor",
    details: [
      "Writes meta/authrun.lua, which lua-language-server reads for completion and checks, and .luarc.json, which "
        + "tells it what of Lua a provider script does not have. Both go into your providers folder, or into DIR. "
        + "A .luarc.json that is there already stays as it is."
    ],
    options: [
      CommandOption("to", .required("DIR"), help: "Write them there instead.")
    ],
    examples: [.init(line: "authrun meta", purpose: "once, and after an update of authrun")]
  )

  private let directory: String?

  init(_ arguments: Arguments) throws(UsageError) {
    directory = arguments.options.last("to")
  }

  func run(in context: CommandContext) async throws {
    let folder = try ProvidersFolder(given: directory, context)
    let types = "\(folder.path)/meta/authrun.lua"
    let configuration = "\(folder.path)/.luarc.json"
    try folder.make("meta")
    try folder.replace(types, with: EditorTypes.lua)
    let isNew = try folder.create(configuration, EditorTypes.configuration)
    let isKept = !isNew && !folder.holds(configuration, EditorTypes.configuration)
    var files = [types]
    if !isKept { files.append(configuration) }
    try context.finish(
      json: .object(
        JSONObject([("files", .texts(files)), ("kept", .texts(isKept ? [configuration] : []))])
      ),
      lines: files.map(VisibleText.line)
    )
    if isKept {
      context.terminal.write([
        "authrun: \(VisibleText.line(configuration)) is there already and was left as it is",
        "  add \"meta\" to its workspace.library, and runtime.builtin as `authrun meta --to DIR` writes it",
      ])
    }
  }
}
