import Providers
import Standards

/// Swaps the tokens in an answer for handles on the way to a script, and back.
enum TokenHandles {
  static func lend(_ value: JSONValue, to context: inout ScriptContext) -> ScriptValue {
    switch value {
    case .object(let object):
      var table = ScriptTable()
      for member in object.members {
        if case .string(let text) = member.value, SecretFields.hides(parameter: member.name) {
          table.fields[member.name] = context.lend(Secret(text), name: member.name)
        } else {
          table.fields[member.name] = lend(member.value, to: &context)
        }
      }
      return .table(table)
    case .array(let values):
      return .table(ScriptTable(sequence: values.map { lend($0, to: &context) }))
    default:
      return ScriptValue(json: value)
    }
  }

  /// The value as JSON; `nil` where it holds a function.
  static func json(_ value: ScriptValue, _ outcome: ScriptOutcome) -> JSONValue? {
    switch value {
    case .null: return .null
    case .boolean(let flag): return .bool(flag)
    case .integer(let number): return .number(JSONNumber(number))
    case .number, .string, .handle: return outcome.text(value).map { .string($0) }
    case .function: return nil
    case .table(let table):
      guard table.fields.isEmpty else { return object(table, outcome) }
      var values: [JSONValue] = []
      for element in table.sequence {
        guard let element = json(element, outcome) else { return nil }
        values.append(element)
      }
      return .array(values)
    }
  }

  private static func object(_ table: ScriptTable, _ outcome: ScriptOutcome) -> JSONValue? {
    var object = JSONObject()
    for (name, field) in table.fields.sorted(by: { $0.key < $1.key }) {
      // A token goes to all hosts of the descriptor, which such a secret may not.
      if outcome.boundSecret(field) != nil { return nil }
      // Under another name a token would be shown as a scope or a type.
      if case .handle = field, !SecretFields.hides(parameter: name) { return nil }
      guard let value = json(field, outcome) else { return nil }
      object[name] = value
    }
    return .object(object)
  }
}
