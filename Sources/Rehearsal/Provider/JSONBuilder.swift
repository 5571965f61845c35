import Standards

/// Makes a JSON object in which pointers lead to given values.
struct JSONBuilder {
  private(set) var value = JSONValue.object(JSONObject())

  /// Puts `leaf` where the pointer leads, making objects on the way.
  ///
  /// The step `0` makes an array of one where there is no object yet.
  mutating func set(_ pointer: JSONPointer, _ leaf: JSONValue) {
    value = Self.set(pointer.tokens[...], leaf, in: value)
  }

  private static func set(
    _ tokens: ArraySlice<String>,
    _ leaf: JSONValue,
    in value: JSONValue?
  ) -> JSONValue {
    guard let token = tokens.first else { return leaf }
    let rest = tokens.dropFirst()
    if token == "0", value?.object == nil {
      return .array([set(rest, leaf, in: value?.array?.first)])
    }
    var object = value?.object ?? JSONObject()
    object[token] = set(rest, leaf, in: object[token])
    return .object(object)
  }
}
