package import Standards

/// Something that the vault keeps beside credentials, sealed as they are: members of the caller's own.
package struct VaultEntry: Sendable {
  /// What it is found by; the provider's part is no descriptor's id unless the entry stands for an account.
  package let id: AccountID
  package let members: JSONObject

  package init(id: AccountID, members: JSONObject) {
    self.id = id
    self.members = members
  }
}

extension VaultEntry {
  /// An entry in an account's place that stands for another account of the provider.
  init(alias id: AccountID, for name: String) {
    self.init(id: id, members: JSONObject([("account", .string(name))]))
  }

  /// The account that it stands for; `nil` when it is no such entry.
  var target: AccountID? {
    guard !id.provider.contains(":"), case .string(let name) = members["account"] else {
      return nil
    }
    return AccountID(provider: id.provider, name: name)
  }
}

/// What a row of the vault holds.
enum RowContent {
  case credential(Record)
  case entry(VaultEntry)

  /// Reads the opened bytes of a row.
  init(bytes: [UInt8]) throws(RecordFault) {
    try self.init(Record.value(of: bytes))
  }

  init(_ value: JSONValue) throws(RecordFault) {
    guard value["entry"] != nil else {
      self = .credential(try Record(value))
      return
    }
    var members = try RecordMembers(value)
    let id = AccountID(
      provider: try members.string("provider"),
      name: try members.string("account")
    )
    let own = try members.required("entry", RecordMembers.object)
    try members.finish()
    self = .entry(VaultEntry(id: id, members: own))
  }

  var id: AccountID {
    switch self {
    case .credential(let record): record.id
    case .entry(let entry): entry.id
    }
  }

  /// The JSON text to seal.
  var bytes: [UInt8] { json.serializedBytes }

  var json: JSONValue {
    switch self {
    case .credential(let record): return record.json
    case .entry(let entry):
      var object = JSONObject()
      object["provider"] = .string(entry.id.provider)
      object["account"] = .string(entry.id.name)
      object["entry"] = .object(entry.members)
      return .object(object)
    }
  }
}
