/// A value that crosses between the host and a script, always as a copy.
package indirect enum ScriptValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  /// A Lua string: any bytes, text or not.
  case string([UInt8])
  case table(ScriptTable)
  /// A function of the script; only its presence is known to the host.
  case function
  /// An opaque stand-in for a secret or a token that the script may pass on but not read.
  case handle(UInt32)

  static func text(_ text: String) -> ScriptValue { .string(Array(text.utf8)) }
}

/// The content of a Lua table: the sequence from 1 on, and the fields with string keys.
package struct ScriptTable: Hashable, Sendable {
  package var sequence: [ScriptValue]
  package var fields: [String: ScriptValue]

  package init(sequence: [ScriptValue] = [], fields: [String: ScriptValue] = [:]) {
    self.sequence = sequence
    self.fields = fields
  }
}
