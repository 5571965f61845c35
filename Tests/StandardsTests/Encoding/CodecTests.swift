import Standards
import Testing

@Suite
struct Base64URLTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
    ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
  ])
  func `the vectors of RFC 4648 hold without padding`(text: String, encoded: String) throws {
    #expect(Base64URL.encode(Array(text.utf8)) == encoded)
    #expect(try Base64URL.decode(encoded) == Array(text.utf8))
  }

  @Test
  func `every byte survives at every length`() throws {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 151 + length) }
      #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
      #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: [
    "QQ==", "QQ=", "Q", "QQQQQ", "QR", "QUJ", "Q+Q", "Q/Q", "Q Q", "QQ\n", "Qü", "Q=QQ", "====",
    "QQ.Q",
  ])
  func `padding, spare bits, foreign characters and bad lengths are refused`(text: String) {
    #expect(throws: Base64Error.self) { try Base64URL.decode(text) }
  }
}

@Suite
struct Base64Tests {
  @Test
  func `the alphabet is that of section 4`() throws {
    #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    #expect(Base64URL.encode([0xFB, 0xEF, 0xFF]) == "--__")
    #expect(Base64.encode([0x41]) == "QQ==")
    #expect(Base64.encode([0x41, 0x42]) == "QUI=")
  }

  @Test(arguments: ["QQ", "QQ=", "QR==", "QUJ=", "QQ===", "=QQ=", "Q===", "QQ==QQ==", "QQ--"])
  func `what is not canonical is refused`(text: String) {
    #expect(throws: Base64Error.self) { try Base64.decode(text) }
  }
}

@Suite
struct HexTests {
  @Test
  func `writes lower case and reads both`() throws {
    #expect(Hex.encode([0x00, 0xAF, 0x9B]) == "00af9b")
    #expect(try Hex.decode("00aF9B") == [0x00, 0xAF, 0x9B])
    #expect(throws: HexError.oddLength) { try Hex.decode("abc") }
    #expect(throws: HexError.badDigit(near: 2)) { try Hex.decode("abg0") }
  }
}

@Suite
struct PercentEncodingTests {
  @Test
  func `exactly the 66 unreserved characters stay`() {
    let kept = (0...255).filter { PercentEncoding.encode([UInt8($0)]).utf8.count == 1 }
    #expect(kept.count == 66)
    #expect(PercentEncoding.encode("*~!'()") == "%2A~%21%27%28%29")
    #expect(PercentEncoding.encode("λ") == "%CE%BB")
    #expect(PercentEncoding.encode("a b+c/") == "a%20b%2Bc%2F")
  }

  @Test
  func `a plus is a plus`() throws {
    #expect(try PercentEncoding.decode("a+b%2Bc%3d") == Array("a+b+c=".utf8))
  }

  @Test(arguments: [("%zz", 0), ("a%", 1), ("a%4", 1), ("%%F0", 0), ("%41%4g", 3)])
  func `bad escapes are errors that say where`(text: String, offset: Int) {
    #expect(throws: PercentEncodingError.malformedEscape(offset: offset)) {
      try PercentEncoding.decode(text)
    }
  }
}

@Suite
struct FormEncodingTests {
  private func pairs(_ text: String) throws -> [[String]] {
    try FormEncoding.decode(text).pairs.map { [$0.nameText, $0.valueText] }
  }

  @Test
  func `repeated names are kept in order`() throws {
    #expect(try pairs("foo=3&foo=2&foo=1") == [["foo", "3"], ["foo", "2"], ["foo", "1"]])
  }

  @Test
  func `names without a value stay and empty pairs go`() throws {
    #expect(try pairs("c2&a3=&&b=1&") == [["c2", ""], ["a3", ""], ["b", "1"]])
    #expect(try pairs("=v") == [["", "v"]])
    #expect(try pairs("") == [])
  }

  @Test
  func `plus and escapes are decoded once`() throws {
    #expect(
      try pairs("q=ai+music&r=a%2Bb&s=a%252Fb&t=a=b")
        == [["q", "ai music"], ["r", "a+b"], ["s", "a%2Fb"], ["t", "a=b"]]
    )
  }

  @Test
  func `only the ampersand splits`() throws {
    #expect(try pairs("a=1;b=2") == [["a", "1;b=2"]])
  }

  @Test(arguments: ["a=%%F0", "a=%zz", "a=%C", "a=%"])
  func `bad escapes name their field`(text: String) {
    #expect(throws: FormEncodingError.malformedEscape(pair: 1)) {
      try FormEncoding.decode(text)
    }
  }

  @Test
  func `a lone continuation byte is kept as a byte`() throws {
    #expect(try FormEncoding.decode("a=%C3").pairs[0].value == [0xC3])
  }

  @Test
  func `a space is a plus or an escape as asked`() {
    let parameters = Parameters([("a b", "c&d"), ("e", "")])
    #expect(FormEncoding.encode(parameters) == "a+b=c%26d&e=")
    #expect(FormEncoding.encode(parameters, space: .percent) == "a%20b=c%26d&e=")
  }

  @Test
  func `client identifiers are encoded as RFC 6749 section 2.3.1 wants`() {
    let id = FormEncoding.encode(component: "1PpG/Q 1")
    let secret = FormEncoding.encode(
      component: "z/tZ9VwFZqApmIQ+ZH1I5pLk/uB4ud:X2/8bL+wfFTt1rFw="
    )
    #expect(
      Base64.encode(Array("\(id):\(secret)".utf8))
        == "MVBwRyUyRlErMTp6JTJGdFo5VndGWnFBcG1JUSUyQlpIMUk1cExrJTJGdUI0dWQlM0FYMiUyRjhiTCUyQndmRlR0MXJGdyUzRA=="
    )
  }
}

@Suite
struct ParametersTests {
  @Test
  func `set replaces all copies at the place of the first`() {
    var parameters = Parameters([("a", "1"), ("b", "2"), ("a", "3")])
    parameters.set("a", "4")
    parameters.set("c", "5")
    #expect(parameters == Parameters([("a", "4"), ("b", "2"), ("c", "5")]))
    #expect(parameters.values("a") == ["4"])
    #expect(parameters.first("d") == nil)
  }

  @Test
  func `names compare byte for byte`() {
    let parameters = Parameters([("e\u{301}", "1")])
    #expect(parameters.first("é") == nil)
  }
}
