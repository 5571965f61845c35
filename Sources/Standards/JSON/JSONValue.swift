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
  /// Where each member of a large object is, so that a hostile one costs no quadratic time.
  private var positions: [[UInt8]: Int] = [:]

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
    positions = Self.positions(of: uniqueMembers)
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of the member called `name`; the setter keeps the position of an existing member.
  package subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?):
        members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        positions = Self.positions(of: members)
      case (nil, let value?):
        members.append(Member(name, value))
        if positions.isEmpty {
          positions = Self.positions(of: members)
        } else {
          positions[Array(name.utf8)] = members.count - 1
        }
      case (nil, nil): break
      }
    }
  }

  private func position(of name: String) -> Int? {
    guard positions.isEmpty else { return positions[Array(name.utf8)] }
    return members.firstIndex { $0.name.hasSameBytes(as: name) }
  }

  /// Objects up to this size are searched from the front, which needs no table: a stored credential among
  /// them, so that the first table of a process, with all that the run time looks up for it, is not its.
  static let searchedSize = 32

  private static func positions(of members: [Member]) -> [[UInt8]: Int] {
    guard members.count > searchedSize else { return [:] }
    var positions: [[UInt8]: Int] = [:]
    for (position, member) in members.enumerated() {
      positions[Array(member.name.utf8)] = position
    }
    return positions
  }

  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(members)
  }
}
