/// Tells in plain sentences what a descriptor could do with what it is given.
package struct TrustStatement: Sendable {
  private let descriptor: Descriptor
  private let replacesShipped: Bool

  package init(_ descriptor: Descriptor, replacesShipped: Bool) {
    self.descriptor = descriptor
    self.replacesShipped = replacesShipped
  }

  package var sentences: [String] {
    [origin, hosts, privacy, secrets, code].compactMap { $0 }
  }

  private var origin: String {
    if descriptor.source.isShipped { return "It came with this authrun, unchanged." }
    return replacesShipped
      ? "It is not the one that came with authrun, but takes its place: only whoever wrote it answers for it."
      : "It did not come with authrun: only whoever wrote it answers for it."
  }

  private var hosts: String {
    let names = DescriptorSummary(descriptor, isShipped: descriptor.source.isShipped).hosts
    guard !names.isEmpty else { return "It can contact nobody." }
    return "It can contact \(Self.list(names)), and no other host."
  }

  private var privacy: String? {
    descriptor.privateHosts
      ? "These may be machines of your own network, or this one." : nil
  }

  private var secrets: String? {
    let asked = descriptor.options.filter { $0.type == .secret }.map { option in
      option.bind.isEmpty
        ? option.name : "\(option.name) (only for \(Self.list(option.bind.map(\.source))))"
    }
    guard !asked.isEmpty else { return "It asks for no secret." }
    return "It asks for the secret\(asked.count == 1 ? "" : "s") \(Self.list(asked))."
  }

  private var code: String? {
    guard !descriptor.hooks.isEmpty else { return "It runs no code of its own at a login." }
    let hooks = Self.list(descriptor.hooks.map(\.rawValue).sorted())
    switch descriptor.source.isolation {
    case .thread:
      return "It runs code of its own (\(hooks)), which sees no secret and reaches no file."
    case .process:
      return
        "It runs code of its own (\(hooks)) in a process of its own, which sees no secret and reaches "
        + "no file and no network but through authrun."
    }
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
