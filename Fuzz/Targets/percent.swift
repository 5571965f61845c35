import Standards

/// The codecs that map each byte: percent, base64, base64url, hexadecimal.
func examine(_ input: [UInt8]) {
  examinePercent(input)
  examineBase64(input)
  examineHex(input)
}

private func examinePercent(_ input: [UInt8]) {
  let encoded = PercentEncoding.encode(input)
  expect(
    (try? PercentEncoding.decode(encoded)) == input,
    "what is percent-encoded decodes to itself"
  )
  var escapes = 0
  for byte in encoded.utf8 {
    if byte == UInt8(ascii: "%") { escapes += 1 }
    let isPlain = ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~%".utf8.contains(byte)
    expect(isPlain, "only unreserved characters and escapes stand in encoded text")
  }
  expect(encoded.utf8.count == input.count + 2 * escapes, "an escape stands for one byte")
  let decoded = try? PercentEncoding.decode(input)
  expect((decoded != nil) == hasOnlyWholeEscapes(input), "exactly whole escapes decode")
  if let decoded {
    let again = try? PercentEncoding.decode(PercentEncoding.encode(decoded))
    expect(again == decoded, "decoded bytes survive another round")
  }
}

private func hasOnlyWholeEscapes(_ input: [UInt8]) -> Bool {
  let digits = Set("0123456789abcdefABCDEF".utf8)
  return input.indices.allSatisfy { index in
    input[index] != UInt8(ascii: "%")
      || input[index...].dropFirst().prefix(2).filter(digits.contains).count == 2
  }
}

private func examineBase64(_ input: [UInt8]) {
  let padded = Base64.encode(input)
  expect((try? Base64.decode(padded)) == input, "what is base64-encoded decodes to itself")
  expect(padded.utf8.count == (input.count + 2) / 3 * 4, "base64 has the length of RFC 4648")
  let bare = Base64URL.encode(input)
  expect((try? Base64URL.decode(bare)) == input, "what is base64url-encoded decodes to itself")
  // Canonical: no two texts mean the same bytes.
  if let decoded = try? Base64.decode(input) {
    expect(Array(Base64.encode(decoded).utf8) == input, "only canonical base64 is taken")
  }
  if let decoded = try? Base64URL.decode(input) {
    expect(Base64URL.encodedBytes(decoded) == input, "only canonical base64url is taken")
  }
}

private func examineHex(_ input: [UInt8]) {
  let encoded = Hex.encode(input)
  expect((try? Hex.decode(encoded)) == input, "what is written in hexadecimal decodes to itself")
  guard let text = String(validating: input, as: UTF8.self), let decoded = try? Hex.decode(text)
  else { return }
  expect(Hex.encode(decoded) == ASCII.lowercased(text), "hexadecimal differs by case alone")
}
