/// A JSON value (RFC 8259) that loses nothing: numbers keep their text, objects keep their order.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// The members of a JSON object in the order in which they were written; names are unique.
///
/// Names compare byte for byte, not by Unicode equivalence.
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

  /// Makes an object of members in order; of several with the same name the last value counts.
  package init(_ members: [(String, JSONValue)]) {
    self.init()
    for (name, value) in members {
      self[name] = value
    }
  }

  /// Trusts the names to be unique; the reader has made sure of it.
  init(uniqueMembers: [Member]) {
    members = uniqueMembers
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of the member called `name`; the setter keeps the position of an existing member.
  package subscript(name: String) -> JSONValue? {
    get { members.first { $0.name.hasSameBytes(as: name) }?.value }
    set {
      let index = members.firstIndex { $0.name.hasSameBytes(as: name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(name, value))
      case (nil, nil): break
      }
    }
  }
}
