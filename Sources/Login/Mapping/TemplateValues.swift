import Providers
import Standards

extension [String: OptionValue] {
  /// A value that the step makes itself, beside those of the options.
  subscript(value: BuiltInValue) -> String? {
    get { secret(value.placeholder)?.text }
    set {
      self[value.placeholder] = newValue.map { value.isSecret ? .secret(Secret($0)) : .text($0) }
    }
  }

  /// The values with those that any step has: the time, and what is fresh for each request.
  ///
  /// Random values are drawn only for a descriptor that names them: who gives the random source can then
  /// tell what each draw is for.
  func withMoment(_ tools: Tools, _ descriptor: Descriptor) -> [String: OptionValue] {
    var values = self
    let now = tools.clock.now().seconds
    values[.now] = String(now)
    values[.nowMilliseconds] = String(now * 1_000)
    let used = descriptor.usedOptions
    if used.contains(BuiltInValue.random.placeholder) {
      values[.random] = Hex.encode(tools.random.bytes(16))
    }
    if used.contains(BuiltInValue.uuid.placeholder) {
      values[.uuid] = Self.uuid(tools.random.bytes(16))
    }
    return values
  }

  /// A UUID of version 4 (RFC 9562 §5.4).
  private static func uuid(_ random: [UInt8]) -> String {
    var bytes = random
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Array(Hex.encode(bytes).utf8)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(decoding: hex[$0], as: UTF8.self) }.joined(separator: "-")
  }
}

extension TextTemplate {
  /// Whether what the values make of it holds a secret.
  func carriesSecret(_ values: [String: OptionValue]) -> Bool {
    options.contains { name in
      if case .secret = values[name] { true } else { false }
    }
  }

  /// The text, or `nil` when an option in it has no value.
  func textIfComplete(_ values: [String: OptionValue]) throws(AuthRunError) -> String? {
    guard options.allSatisfy({ values[$0] != nil }) else { return nil }
    return try text(values)
  }
}
