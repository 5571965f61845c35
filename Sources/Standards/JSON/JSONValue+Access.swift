extension JSONValue {
  package var isNull: Bool { self == .null }

  package var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  package var number: JSONNumber? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var array: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  package var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The exact value of a whole number in range; never reads a string.
  package var int64: Int64? { number?.int64 }

  /// The member called `name`, if this is an object that has it.
  package subscript(name: String) -> JSONValue? { object?[name] }

  /// What the pointer leads to (RFC 6901).
  package subscript(pointer pointer: JSONPointer) -> JSONValue? { pointer.evaluate(in: self) }

  package static func integer(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
}

extension JSONValue: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSONValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int64) {
    self = .integer(value)
  }
}

extension JSONValue: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSONValue: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSONValue...) {
    self = .array(elements)
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
