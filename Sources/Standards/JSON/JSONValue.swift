/// A JSON value (RFC 8259) that loses nothing: numbers keep their text, objects keep their order.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// A JSON number as it was written, so that a 64-bit id keeps every digit.
package struct JSONNumber: Hashable, Sendable {
  /// The number as written; always a valid number (RFC 8259 §6).
  package let text: String

  /// Trusts `text` to be a valid JSON number; the reader and the initialisers below make sure of it.
  init(validated text: String) {
    self.text = text
  }

  package init(_ value: Int64) {
    text = String(value)
  }
}

/// The members of a JSON object in the order in which they were written; names are unique.
package struct JSONObject: Hashable, Sendable {
  package private(set) var members: [Member]

  /// A name with its value.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package init() {
    members = []
  }

  /// The value of the member called `name`; the setter keeps the position of an existing member.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
    }
  }
}
