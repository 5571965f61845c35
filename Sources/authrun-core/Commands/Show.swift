import Login
import Providers
import Standards

/// `authrun show ID`.
struct ShowCommand: Command {
  static let spec = CommandSpec(
    "show",
    [.init(name: "ID")],
    summary: "Show what a provider needs, reaches and does",
    details: ["Options, redirect URIs to register, hosts, endpoints, and the checks it gives up."]
  )

  private let id: String

  init(_ arguments: Arguments) throws(UsageError) {
    id = arguments.first
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let descriptor = try engine.descriptor(id)
    let isShipped = descriptor.source.isShipped
    let text = DescriptorText(
      descriptor: descriptor,
      isShipped: isShipped,
      replacesShipped: !isShipped && engine.catalogue.hasShipped(id),
      style: context.terminal.resultStyle
    )
    try context.finish(
      json: DescriptorOutput.json(descriptor, isShipped: isShipped),
      lines: text.lines
    )
  }
}
