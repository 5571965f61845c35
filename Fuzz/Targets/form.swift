import Standards

/// Form encoding, in bodies and in queries.
func examine(_ input: [UInt8]) {
  let parts = input.split(separator: 0, omittingEmptySubsequences: false).map { Array($0) }
  var parameters = Parameters()
  for index in stride(from: 0, to: parts.count, by: 2) {
    let value = index + 1 < parts.count ? parts[index + 1] : []
    parameters.pairs.append(Parameter(name: parts[index], value: value))
  }
  for space in [FormEncoding.Space.plus, .percent] {
    let encoded = FormEncoding.encode(parameters, space: space)
    expect((try? FormEncoding.decode(encoded)) == parameters, "encoded pairs decode to themselves")
  }
  guard let decoded = try? FormEncoding.decode(input) else {
    expect(input.contains(UInt8(ascii: "%")), "only an escape can be malformed")
    return
  }
  let encoded = FormEncoding.encode(decoded)
  guard let again = try? FormEncoding.decode(encoded) else {
    impossible("what was written is read")
  }
  expect(again == decoded, "decoded pairs survive another round")
  expect(FormEncoding.encode(again) == encoded, "the encoded text is stable")
  // Names are asked for as text, which bytes that are not UTF-8 have none of.
  for pair in decoded.pairs where String(validating: pair.name, as: UTF8.self) != nil {
    expect(
      decoded.values(pair.nameText).contains(pair.valueText),
      "each value is found by its name"
    )
  }
}
