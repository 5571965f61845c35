package import Providers

extension CaseFile {
  /// The first option that the descriptor does not have, in words; `nil` when it has all.
  package func optionFault(of descriptor: Descriptor) -> String? {
    let known = descriptor.options.map(\.name)
    var given = options.keys.sorted().map { ("options", $0) }
    for (index, one) in cases.enumerated() {
      guard case .login(let login) = one.action else { continue }
      given += login.options.keys.sorted().map { ("cases[\(index + 1)].with.options", $0) }
    }
    guard let (place, name) = given.first(where: { !known.contains($0.1) }) else { return nil }
    let near = Suggestion.nearest(to: name, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "\(place): the provider has no option “\(name)”\(near)"
  }
}
