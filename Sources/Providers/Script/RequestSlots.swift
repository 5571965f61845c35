import Standards

/// Puts values into the slots of a request to one URL, secrets only if they may go there.
struct RequestSlots {
  let function: String
  let url: URI
  let secrets: SecretTable

  func wrong(_ what: String) -> HostCallError { .raise("\(function): \(what)") }

  /// The bytes behind a handle, once its rule allows the URL.
  func open(_ index: UInt32) throws(HostCallError) -> [UInt8] {
    guard let entry = secrets[index] else { throw wrong("this secret is not known here") }
    guard entry.mayGoTo(url) else {
      throw .fail(
        .hostNotAllowed,
        "\(function): secret '\(entry.name)' is not bound to \(url.authority)"
      )
    }
    return entry.secret.bytes
  }

  func openText(_ index: UInt32) throws(HostCallError) -> String {
    guard let text = String(validating: try open(index), as: UTF8.self) else {
      throw wrong("secret '\(secrets.name(index))' is not text")
    }
    return text
  }

  /// The text of a plain value or a secret.
  func text(_ value: ScriptValue, at path: String) throws(HostCallError) -> String {
    if case .handle(let index) = value { return try openText(index) }
    guard let text = value.plainText else {
      throw wrong("\(path) must be text, a number or a secret, not \(value.kindName)")
    }
    return text
  }

  /// Pairs for a form or a query: `{ a = 1, b = { 2, 3 } }`, or `{ { "a", 1 }, … }` to keep an order.
  func parameters(_ value: ScriptValue, at path: String) throws(HostCallError) -> Parameters {
    guard let table = value.table else { throw wrong("\(path) must be a table") }
    var parameters = Parameters()
    for (index, item) in table.sequence.enumerated() {
      guard let pair = item.table, pair.sequence.count == 2, pair.fields.isEmpty,
        let name = pair.sequence[0].text
      else { throw wrong("\(path)[\(index + 1)] must be a pair { name, value }") }
      try append(pair.sequence[1], named: name, at: "\(path)[\(index + 1)]", to: &parameters)
    }
    for (name, item) in table.fields.sorted(by: { $0.key < $1.key }) {
      let values = item.table.map(\.sequence) ?? [item]
      if let table = item.table, !table.fields.isEmpty {
        throw wrong("\(path).\(name) must be text, or a list of texts")
      }
      for value in values { try append(value, named: name, at: "\(path).\(name)", to: &parameters) }
    }
    return parameters
  }

  private func append(
    _ value: ScriptValue,
    named name: String,
    at path: String,
    to parameters: inout Parameters
  ) throws(HostCallError) {
    let bytes: [UInt8] =
      switch value {
      case .handle(let index): try open(index)
      case .string(let bytes): bytes
      default: Array(try text(value, at: path).utf8)
      }
    parameters.pairs.append(Parameter(name: Array(name.utf8), value: bytes))
  }

  func json(_ value: ScriptValue) throws(HostCallError) -> [UInt8] {
    do {
      return try ScriptJSON.value(value, at: "json", open: openText).serializedBytes
    } catch let error as HostCallError {
      throw error
    } catch let error as ScriptJSON.Unwritable {
      throw wrong(error.message)
    } catch {
      throw wrong("json: no JSON form")
    }
  }

  /// The `Authorization` value that `auth` asks for.
  ///
  /// A secret alone is a bearer token (RFC 6750 §2.1); `{ basic = { user, password } }` is RFC 7617;
  /// `{ scheme = "token", value = secret }` is any other scheme.
  func authorization(_ value: ScriptValue) throws(HostCallError) -> String {
    guard let table = value.table else { return "Bearer " + (try field(value, at: "auth")) }
    switch (table.fields["bearer"], table.fields["basic"]?.table, table.fields["scheme"]) {
    case (let token?, nil, nil) where table.fields.count == 1:
      return "Bearer " + (try field(token, at: "auth.bearer"))
    case (nil, let pair?, nil) where table.fields.count == 1 && pair.sequence.count == 2:
      let user = try text(pair.sequence[0], at: "auth.basic[1]")
      guard !user.contains(":") else { throw wrong("auth.basic[1] cannot contain a colon") }
      let password = try text(pair.sequence[1], at: "auth.basic[2]")
      return "Basic " + Base64.encode(Array("\(user):\(password)".utf8))
    case (nil, nil, let scheme?):
      guard let token = table.fields["value"], table.fields.count == 2, let name = scheme.text,
        !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenCharacter)
      else { throw wrong("auth takes { scheme = \"name\", value = secret }") }
      return "\(name) " + (try field(token, at: "auth.value"))
    default:
      throw wrong("auth takes a secret, { basic = { user, password } } or { scheme, value }")
    }
  }

  /// Text that may stand in a header field (RFC 9110 §5.5).
  func field(_ value: ScriptValue, at path: String) throws(HostCallError) -> String {
    let text = try text(value, at: path)
    guard text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 || $0 == 9 }) else {
      throw wrong("\(path) contains a line break or another byte that no header field may hold")
    }
    return text
  }
}
