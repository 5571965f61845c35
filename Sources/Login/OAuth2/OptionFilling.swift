import Providers
import Standards

/// Fills options in from what a provider answers; each value must suit its option.
struct OptionFilling: Sendable {
  let descriptor: Descriptor
  /// What the user gave, which stays.
  let given: Set<String>

  func fill(
    _ options: inout [String: OptionValue],
    from answer: JSONValue,
    _ sources: [OptionSource],
    step: String
  ) throws(AuthRunError) {
    for source in sources {
      let text: String
      switch source.pointer.evaluate(in: answer) {
      case .string(let value): text = value
      case .number(let number): text = number.text
      case .bool(let flag): text = flag ? "true" : "false"
      case .null, .array, .object, nil: continue
      }
      try fill(&options, source.option, with: text, step: step)
    }
  }

  func fill(
    _ options: inout [String: OptionValue],
    _ name: String,
    with text: String,
    step: String
  ) throws(AuthRunError) {
    guard !given.contains(name), let spec = descriptor.option(name) else { return }
    do throws(OptionValueError) {
      options[name] = .text(try spec.checked(text))
    } catch {
      throw AuthRunError(
        .protocol,
        "the provider's answer does not suit the option \(name): it \(error)",
        provider: descriptor.id,
        step: step
      )
    }
  }
}
