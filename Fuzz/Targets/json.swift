import Standards

/// The reader and both writers of JSON, and pointers into it.
func examine(_ input: [UInt8]) {
  var replacing = JSONLimits.standard
  replacing.loneSurrogates = .replace
  var refusing = JSONLimits.standard
  refusing.loneSurrogates = .refuse
  let strict = try? JSONReader.read(input, limits: refusing)
  let lenient = try? JSONReader.read(input, limits: replacing)
  if let strict {
    expect(strict == lenient, "what the strict reader takes means the same to the other")
  }
  guard let value = lenient else { return }
  expect(String(validating: input, as: UTF8.self) != nil, "only UTF-8 is taken")
  expect(input.first != 0xEF, "a byte order mark is refused")
  let bytes = value.serializedBytes
  guard let again = try? JSONReader.read(bytes, limits: refusing) else {
    impossible("what was written is read")
  }
  expect(again == value, "a value survives being written")
  expect(again.serializedBytes == bytes, "the written text is stable")
  let pretty = Array(value.prettyPrinted.utf8)
  // Indentation can make a deep value longer than what is read.
  if pretty.count <= refusing.maximumBytes {
    expect(
      (try? JSONReader.read(pretty, limits: refusing)) == value,
      "the pretty text means the same"
    )
  }
  examine(value)
}

private func examine(_ value: JSONValue) {
  switch value {
  case .number(let number): examine(number)
  case .array(let elements): elements.forEach { examine($0) }
  case .object(let object):
    let names = object.members.map { Array($0.name.utf8) }
    expect(Set(names).count == names.count, "names are unique")
    object.members.forEach { examine($0.value) }
  default: break
  }
}

private func examine(_ number: JSONNumber) {
  guard let exact = number.int64 else { return }
  expect(number.roundedDown == exact, "a whole number is its own floor")
  if exact.magnitude < 1 << 53, let double = number.double {
    expect(double == Double(exact), "a whole number is the same as a Double")
  }
}
