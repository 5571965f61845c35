import Standards

/// The arguments of a host call, read with messages that name the function.
struct CallArguments {
  let function: String
  let values: [ScriptValue]

  subscript(index: Int) -> ScriptValue { index < values.count ? values[index] : .null }

  func wrong(_ what: String) -> HostCallError { .raise("\(function): \(what)") }

  /// A host that this call may not reach, or may not send something to.
  func forbidden(_ what: String) -> HostCallError {
    .fail(.hostNotAllowed, "\(function): \(what)")
  }

  func atMost(_ count: Int) throws(HostCallError) {
    guard values.count <= count else {
      throw wrong(
        count == 0 ? "takes no argument" : "takes at most \(count) argument\(count == 1 ? "" : "s")"
      )
    }
  }

  func text(_ index: Int, _ name: String) throws(HostCallError) -> String {
    guard let text = self[index].text else {
      throw wrong("\(name) must be text, not \(self[index].kindName)")
    }
    return text
  }

  /// The table at `index`, whose fields must all be among `known`.
  func fields(
    _ index: Int,
    known: [String]
  ) throws(HostCallError) -> [String: ScriptValue] {
    guard let table = self[index].table else {
      throw wrong("takes a table, not \(self[index].kindName)")
    }
    guard table.sequence.isEmpty else { throw wrong("the table must have names only") }
    if let unknown = table.fields.keys.filter({ !known.contains($0) }).min() {
      throw wrong("unknown field '\(unknown)'; there are \(known.joined(separator: ", "))")
    }
    return table.fields
  }
}
