import Login
import Providers
import Standards

/// `authrun providers`.
struct ProvidersCommand: Command {
  static let spec = CommandSpec(
    "providers",
    summary: "List the providers that you can log in to",
    details: [
      "Each is a file <id>.lua: in your own folder, in a folder of --providers, or installed with authrun. "
        + "The first of the same name counts. Listing reads the files without running them."
    ]
  )

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let catalogue = try context.engine().catalogue
    var rows: [ProviderRow] = []
    for entry in try Self.entries(of: catalogue) {
      let source = try? catalogue.source(entry.path)
      let isShipped = source.map { catalogue.isShipped($0, entry.id) } ?? false
      rows.append(
        ProviderRow(
          entry: entry,
          summary: source.map(CatalogueSummary.init(source:)),
          replacesShipped: !isShipped && catalogue.hasShipped(entry.id)
        )
      )
    }
    try context.finish(
      json: .object(JSONObject([("providers", .array(rows.map(\.json)))])),
      lines: Self.lines(rows)
    )
  }

  private static func entries(of catalogue: Catalogue) throws(AuthRunError) -> [CatalogueEntry] {
    do throws(CatalogueError) {
      return try catalogue.list()
    } catch {
      throw AuthRunError(.descriptorInvalid, error.message, step: "providers", hint: error.hint)
    }
  }

  static func lines(_ rows: [ProviderRow]) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = Table(header: ["ID", "NAME", "KIND", "FROM"])
    for row in rows {
      table.add([row.entry.id, row.name ?? "?", row.summary?.kind ?? "?", row.origin])
    }
    return table.lines
  }
}

/// One provider of the listing.
struct ProviderRow {
  let entry: CatalogueEntry
  /// `nil` when the file cannot be read.
  let summary: CatalogueSummary?
  /// Whether a descriptor of this id came with authrun and is not this one.
  var replacesShipped = false

  /// What the service is called; as the loader has it, the id where the file does not say.
  var name: String? { summary.map { $0.name ?? entry.id } }

  /// Where the descriptor comes from, for people.
  var origin: String {
    let place =
      switch entry.origin {
      case .user: entry.shadowed.isEmpty ? "your folder" : "your folder, before another"
      case .given: "--providers"
      case .shipped: replacesShipped ? "authrun's folder" : "authrun"
      }
    return replacesShipped ? "\(place); not the one of authrun" : place
  }

  var json: JSONValue {
    .object(
      JSONObject([
        ("id", .string(entry.id)),
        ("name", .text(name)),
        ("kind", .text(summary?.kind)),
        ("file", .string(entry.path)),
        ("origin", .string(originCode)),
        ("shadowed", .texts(entry.shadowed)),
        ("replaces_shipped", .bool(replacesShipped)),
      ])
    )
  }

  private var originCode: String {
    switch entry.origin {
    case .user: "user"
    case .given: "given"
    case .shipped: "shipped"
    }
  }
}
