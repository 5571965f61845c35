import Providers
import Standards

/// Swaps the tokens in an answer for handles on the way to a script, and back.
struct TokenHandles: Sendable {
  /// Why what a script gives back cannot be read as an answer.
  struct Unwritable: Error {
    let reason: String
  }

  private let pointers: Set<[String]>

  init(tokensAt pointers: Set<JSONPointer>) {
    self.pointers = Set(pointers.map(\.tokens))
  }

  func lend(_ value: JSONValue, to context: inout ScriptContext) -> ScriptValue {
    lend(value, [], &context)
  }

  private func lend(
    _ value: JSONValue,
    _ path: [String],
    _ context: inout ScriptContext
  ) -> ScriptValue {
    switch value {
    case .object(let object):
      var table = ScriptTable()
      for member in object.members where !member.value.isNull {
        table.fields[member.name] = lend(member.value, path + [member.name], &context)
      }
      return .table(table)
    case .array(let values):
      // A list in Lua has no holes; what is not changed keeps them.
      let items = values.enumerated().filter { !$0.element.isNull }
      return .table(
        ScriptTable(
          sequence: items.map { lend($0.element, path + [String($0.offset)], &context) }
        )
      )
    case .string(let text):
      // A list is called what its members are.
      let name = path.last { Int($0) == nil } ?? "token"
      guard pointers.contains(path) || !SecretFields.shows(text, as: name) else { break }
      return context.lend(Secret(text), name: name)
    case .number(let number) where pointers.contains(path):
      return context.lend(Secret(number.text), name: path.last ?? "token")
    default: break
    }
    return ScriptValue(json: value)
  }

  /// What the script made of an answer: all that it left alone is as it was, byte for byte.
  func json(
    _ value: ScriptValue,
    lentAs lent: ScriptValue,
    from original: JSONValue,
    _ outcome: ScriptOutcome
  ) throws(Unwritable) -> JSONValue {
    try json(value, lent, original, [], outcome)
  }

  private func json(
    _ value: ScriptValue,
    _ lent: ScriptValue?,
    _ original: JSONValue?,
    _ path: [String],
    _ outcome: ScriptOutcome
  ) throws(Unwritable) -> JSONValue {
    if let lent, let original, value == lent { return original }
    switch value {
    case .null: return .null
    case .boolean(let flag): return .bool(flag)
    case .integer(let number): return .number(JSONNumber(number))
    case .number(let number):
      if let whole = Int64(exactly: number) { return .number(JSONNumber(whole)) }
      guard let number = JSONNumber(number) else { throw unwritable("no finite number", path) }
      return .number(number)
    case .string:
      guard let text = outcome.text(value) else { throw unwritable("no UTF-8 text", path) }
      return .string(text)
    case .handle: return .string(try token(value, path, outcome))
    case .function: throw unwritable("a function", path)
    case .table(let table):
      // A table without content is a list where there was one.
      let isList = table.sequence.isEmpty ? original?.array != nil : true
      return table.fields.isEmpty && isList
        ? try list(table, lent?.table, original?.array, path, outcome)
        : try object(table, lent?.table, original?.object, path, outcome)
    }
  }

  private func list(
    _ table: ScriptTable,
    _ lent: ScriptTable?,
    _ original: [JSONValue]?,
    _ path: [String],
    _ outcome: ScriptOutcome
  ) throws(Unwritable) -> JSONValue {
    let before = original?.filter { !$0.isNull } ?? []
    var values: [JSONValue] = []
    for (index, element) in table.sequence.enumerated() {
      values.append(
        try json(
          element,
          lent.flatMap { index < $0.sequence.count ? $0.sequence[index] : nil },
          index < before.count ? before[index] : nil,
          path + [String(index)],
          outcome
        )
      )
    }
    return .array(values)
  }

  /// The members keep their order; new ones come last.
  private func object(
    _ table: ScriptTable,
    _ lent: ScriptTable?,
    _ original: JSONObject?,
    _ path: [String],
    _ outcome: ScriptOutcome
  ) throws(Unwritable) -> JSONValue {
    guard table.sequence.isEmpty else { throw unwritable("a table with positions and names", path) }
    var object = JSONObject()
    for member in original?.members ?? [] {
      guard let value = table.fields[member.name] else {
        // To the script there was nothing that it could have taken away.
        if member.value.isNull { object[member.name] = .null }
        continue
      }
      object[member.name] = try json(
        value,
        lent?.fields[member.name],
        member.value,
        path + [member.name],
        outcome
      )
    }
    let added = table.fields.keys.filter { object[$0] == nil }.sorted()
    for name in added {
      guard let value = table.fields[name] else { continue }
      object[name] = try json(value, nil, nil, path + [name], outcome)
    }
    return .object(object)
  }

  /// The token behind a handle, where a token is looked for: elsewhere it would be shown.
  private func token(
    _ value: ScriptValue,
    _ path: [String],
    _ outcome: ScriptOutcome
  ) throws(Unwritable) -> String {
    let name = path.last { Int($0) == nil } ?? ""
    guard pointers.contains(path) || SecretFields.hides(parameter: name) else {
      throw unwritable("a secret, which would be shown there", path)
    }
    // A token goes to all hosts of the descriptor, which such a secret may not.
    if let bound = outcome.boundSecret(value) {
      throw unwritable("the secret \(bound), which is bound to some hosts only", path)
    }
    guard let text = outcome.text(value) else { throw unwritable("no UTF-8 text", path) }
    return text
  }

  private func unwritable(_ what: String, _ path: [String]) -> Unwritable {
    Unwritable(reason: "gives back \(what) at /\(path.joined(separator: "/"))")
  }
}
