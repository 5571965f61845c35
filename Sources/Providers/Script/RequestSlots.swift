import Standards

/// Puts values into the slots of a request to one URL, secrets only if they may go there.
struct RequestSlots {
  let function: String
  let url: URI
  let secrets: SecretTable
  /// What secrets may be shown; a browser's address bar shows and remembers what is in it.
  var showing = Showing.all

  enum Showing {
    case all, digests, none
  }

  func wrong(_ what: String) -> HostCallError { .raise("\(function): \(what)") }

  /// The bytes behind a handle, once its rule allows the URL.
  func open(_ index: UInt32) throws(HostCallError) -> [UInt8] {
    guard let entry = secrets[index] else { throw wrong("this secret is not known here") }
    guard showing == .all || showing == .digests && entry.isDigest else {
      throw wrong(
        "a secret cannot be part of a browser's URL"
          + (entry.isDigest
            ? "; a digest of it can, as a loosened check: digests = \"shown\""
            : "; a digest of a long one with other text can, with digests = \"shown\"")
      )
    }
    guard entry.mayGoTo(url) else {
      throw .fail(
        .hostNotAllowed,
        "\(function): secret '\(entry.name)' is not bound to \(url.authority); "
          + "its bind says where it may go"
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

  /// Names and values of a table for header fields, in the order of the names.
  ///
  /// A value may be a list of parts that stand together, such as `{ "Token ", ctx.opt.key }`.
  func fields(
    _ value: ScriptValue,
    at path: String,
    reserved: Set<String>
  ) throws(HostCallError) -> [HTTPField] {
    guard let table = value.table, table.sequence.isEmpty else {
      throw wrong("\(path) must be a table of names and values")
    }
    var fields: [HTTPField] = []
    for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, name.utf8.allSatisfy(ASCII.isTokenCharacter) else {
        throw wrong("\(path): '\(PrintableText.of(name, limit: 40))' is no header name")
      }
      guard !reserved.contains(ASCII.lowercased(name)) else {
        let slot = ["authorization": "; use auth", "cookie": "; use cookies"]
        let hint = slot[ASCII.lowercased(name)] ?? ""
        throw wrong("\(path): '\(name)' is not for scripts to set\(hint)")
      }
      fields.append(HTTPField(name, try field(value, at: "\(path).\(name)")))
    }
    return fields
  }

  /// Cookies of a table with their names, each value a secret or text (RFC 6265 §4.1.1).
  func cookies(_ value: ScriptValue) throws(HostCallError) -> [(name: String, value: String)] {
    guard let table = value.table, table.sequence.isEmpty else {
      throw wrong("cookies must be a table of names and values")
    }
    var cookies: [(name: String, value: String)] = []
    for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
      guard Cookie.isName(name) else {
        throw wrong("cookies: '\(PrintableText.of(name, limit: 40))' is no cookie's name")
      }
      let text = try text(value, at: "cookies.\(name)")
      guard Cookie.isValue(text) else {
        throw wrong("cookies.\(name) holds a byte that no cookie may (RFC 6265 §4.1.1)")
      }
      cookies.append((name, text))
    }
    return cookies
  }

  /// Text that may stand in a header field (RFC 9110 §5.5).
  func field(_ value: ScriptValue, at path: String) throws(HostCallError) -> String {
    var text = ""
    if let table = value.table, table.fields.isEmpty, !table.sequence.isEmpty {
      for (index, part) in table.sequence.enumerated() {
        text += try self.text(part, at: "\(path)[\(index + 1)]")
      }
    } else {
      text = try self.text(value, at: path)
    }
    guard text.utf8.allSatisfy({ $0 >= 32 && $0 < 127 || $0 == 9 }) else {
      throw wrong("\(path) contains a line break or another byte that no header field may hold")
    }
    return text
  }
}
