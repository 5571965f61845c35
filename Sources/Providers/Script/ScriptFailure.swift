/// A failure with a code, as it travels through the script and perhaps out of it.
struct ScriptFailure {
  var kind: ScriptError.Kind
  var message: String
  /// The number under which the host keeps the error of the effect that failed.
  var effectError: Int?
  /// Whether the script said so, with `ctx.fail`.
  var isVerdict: Bool

  init(
    _ code: ScriptFailureCode,
    _ message: String,
    providerCode: String? = nil,
    effectError: Int? = nil,
    isVerdict: Bool = false
  ) {
    kind = .failed(code, providerCode: providerCode)
    self.message = message
    self.effectError = effectError
    self.isVerdict = isVerdict
  }

  /// The text after its length, then code, provider's code, error number and verdict, each ended by NUL.
  var payload: [UInt8] {
    guard case .failed(let code, let providerCode) = kind else { return [] }
    let text = Array(message.utf8)
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
    bytes += text
    let number = effectError.map { String($0) } ?? ""
    for part in [code.rawValue, providerCode ?? "", number, isVerdict ? "1" : ""] {
      bytes += part.utf8.filter { $0 != 0 }
      bytes.append(0)
    }
    return bytes
  }

  init(payload: [UInt8]) {
    let length = payload.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    message = String(decoding: payload.dropFirst(4).prefix(length), as: UTF8.self)
    let parts = payload.dropFirst(4 + length)
      .split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if let code = parts.first.flatMap(ScriptFailureCode.init(rawValue:)) {
      let providerCode = parts.count > 1 && !parts[1].isEmpty ? parts[1] : nil
      kind = .failed(code, providerCode: providerCode)
      effectError = parts.count > 2 ? Int(parts[2]) : nil
      isVerdict = parts.count > 3 && parts[3] == "1"
    } else {
      isVerdict = false
      // The guest itself makes only this kind.
      kind = .phase
    }
  }
}
