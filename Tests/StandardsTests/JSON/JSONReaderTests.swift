import Standards
import Testing

@Suite
struct JSONReaderTests {
  private func read(_ text: String, _ limits: JSONLimits = .standard) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8), limits: limits)
  }

  private func reason(_ text: String, _ limits: JSONLimits = .standard) -> JSONError.Reason? {
    reason(Array(text.utf8), limits)
  }

  private func reason(_ bytes: [UInt8], _ limits: JSONLimits = .standard) -> JSONError.Reason? {
    do throws(JSONError) {
      _ = try JSONReader.read(bytes, limits: limits)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test
  func `all kinds of values are read in order`() throws {
    let value = try read(#" {"b":[1,true,false,null,"x"],"a":{"c":-0.5E+3}} "#)
    #expect(value["b"] == [1, true, false, .null, "x"])
    #expect(value["a"]?["c"]?.number?.text == "-0.5E+3")
    #expect(value.object?.members.map(\.name) == ["b", "a"])
  }

  @Test
  func `a duplicate name is refused at any depth and size`() {
    #expect(reason(#"{"a":1,"a":2}"#) == .duplicateName)
    #expect(reason(#"{"a":1,"\u0061":2}"#) == .duplicateName)
    #expect(reason(#"[{"x":{"a":1,"b":2,"a":3}}]"#) == .duplicateName)
    for count in [8, 32, 33, 60] {
      let many = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
      #expect(reason("{\(many)}") == nil)
      #expect(reason("{\(many),\"k3\":0}") == .duplicateName)
      #expect(reason("{\(many),\"k\(count - 1)\":0}") == .duplicateName)
      #expect(reason("{\(many),\"z\":0,\"z\":0}") == .duplicateName)
    }
  }

  @Test
  func `names that only look alike are two names`() throws {
    let value = try read("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{212A}\":3,\"K\":4}")
    #expect(value["\u{E9}"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(value["\u{212A}"] == 3)
    #expect(value["K"] == 4)
  }

  @Test
  func `other encodings and a byte order mark are refused`() {
    #expect(reason([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]) == .byteOrderMark)
    #expect(reason([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00]) == .unexpectedByte)
    #expect(reason([0x00, 0x7B, 0x00, 0x7D]) == .unexpectedByte)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xF8, 0x88],
    ] as [[UInt8]]
  )
  func `malformed UTF-8 is refused`(bytes: [UInt8]) {
    #expect(reason([0x22] + bytes + [0x22]) == .badUTF8)
    #expect(reason([0x22] + Array(#"\n"#.utf8) + bytes + [0x22]) == .badUTF8)
  }

  @Test
  func `surrogate pairs make one character`() throws {
    #expect(try read(#""\ud83c\udfb1""#) == "🎱")
    #expect(try read(#""\uD834\uDD1E!""#) == "\u{1D11E}!")
    #expect(try read(#""\u00e9\u0000\/\b\f\n\r\t\\\"""#) == "é\u{0}/\u{8}\u{C}\n\r\t\\\"")
  }

  @Test(arguments: [
    (#""\ud800""#, "\u{FFFD}"), (#""\udc00x""#, "\u{FFFD}x"),
    (#""\ud800\ud83c\udfb1""#, "\u{FFFD}🎱"),
    (#""\ud800\u0041""#, "\u{FFFD}A"), (#""\ud800\n""#, "\u{FFFD}\n"),
  ])
  func `half a surrogate pair is replaced or refused as asked`(text: String, result: String) throws
  {
    #expect(try read(text) == .string(result))
    #expect(reason(text, .signed) == .loneSurrogate)
  }

  @Test(arguments: [
    "", "  ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}",
    "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "tru", "nul", "True",
    "01", "-", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1 2", "{} {}", "NaN", "Infinity",
    "'a'",
    "[1 2]", "{\"a\" 1}", "\u{A0}1", "1,", "]", "}", "-a", "1.e1", "--1",
  ])
  func `malformed text is refused`(text: String) {
    #expect(reason(text) != nil)
  }

  @Test
  func `depth and size are capped`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(reason(deep) == .tooDeep)
    #expect(reason(String(repeating: "{\"a\":", count: 100_000)) == .tooDeep)
    let fine = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(reason(fine) == nil)
    #expect(reason("[\(fine)]") == .tooDeep)
    #expect(reason("[1,2,3]", JSONLimits(maximumBytes: 6)) == .tooLarge)
  }

  @Test
  func `an odd number costs nothing but itself`() throws {
    let value = try read(
      #"{"id":9007199254740993123,"x":1e400,"big":123456789012345678901234567890}"#
    )
    #expect(value["id"]?.int64 == 9_007_199_254_740_993_123)
    #expect(value["x"]?.number?.text == "1e400")
    #expect(value["big"]?.int64 == nil)
    #expect(value["big"]?.number?.text == "123456789012345678901234567890")
  }
}

@Suite
struct JSONNumberTests {
  private func number(_ text: String) throws -> JSONNumber {
    try #require(try JSONReader.read(Array(text.utf8)).number)
  }

  @Test(
    arguments: [
      ("3599.98", 3599), ("3.6e3", 3600), ("-0.5", -1), ("-1.0", -1), ("0.9999999999999999999", 0),
      ("1e400", .max), ("-1e400", .min), ("1e-400", 0), ("-1e-400", -1),
      ("0e999999999999999999", 0),
      ("9223372036854775807", .max), ("9223372036854775808", .max), ("-9223372036854775808", .min),
      ("9223372036854775807.9", .max), ("-9223372036854775807.5", .min),
      ("99999999999999999999", .max),
      ("123456e-3", 123), ("1e99999999999999999999", .max),
      ("10000000000000000000e-1", 1_000_000_000_000_000_000),
    ] as [(String, Int64)]
  )
  func `rounding down works on the digits`(text: String, value: Int64) throws {
    #expect(try number(text).roundedDown == value)
  }

  @Test(
    arguments: [
      ("3600.0", 3600), ("1e3", 1000), ("3600.5", nil), ("9223372036854775808", nil),
      ("1e400", nil),
      ("-9223372036854775808", .min), ("-0", 0), ("120e-1", 12), ("121e-1", nil),
      ("9223372036854775807", .max), ("1e-99999999999999999999", nil),
    ] as [(String, Int64?)]
  )
  func `only whole numbers in range are exact`(text: String, value: Int64?) throws {
    #expect(try number(text).int64 == value)
  }
}

@Suite
struct JSONWriterTests {
  @Test
  func `what was written reads back the same`() throws {
    let value: JSONValue = [
      "a": ["\u{0}\u{1F}\u{7F}\"\\/é🎱\n", 1, .null, true, [], [:]], "b": ["c": -5],
    ]
    #expect(try JSONReader.read(Array(value.serialized.utf8)) == value)
    #expect(try JSONReader.read(Array(value.prettyPrinted.utf8)) == value)
  }

  @Test
  func `nothing is escaped that need not be`() {
    let value: JSONValue = ["u": "https://a/é", "n": [1, "\u{1}"]]
    #expect(value.serialized == #"{"u":"https://a/é","n":[1,"\u0001"]}"#)
    #expect(
      value.prettyPrinted
        == "{\n  \"u\": \"https://a/é\",\n  \"n\": [\n    1,\n    \"\\u0001\"\n  ]\n}"
    )
  }
}

@Suite
struct JSONPointerTests {
  private static let document =
    #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#

  @Test(arguments: [
    ("/foo/0", "\"bar\""), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"),
    ("/i\\j", "5"), ("/k\"l", "6"), ("/ ", "7"), ("/m~0n", "8"), ("/foo", "[\"bar\",\"baz\"]"),
  ])
  func `the examples of RFC 6901 section 5 hold`(pointer: String, result: String) throws {
    let document = try JSONReader.read(Array(Self.document.utf8))
    #expect(document[pointer: try JSONPointer(pointer)]?.serialized == result)
    #expect(document[pointer: try JSONPointer("")] == document)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/a", "/foo/0/x", "/nope",
    "/foo/18446744073709551616",
  ])
  func `a step that does not exist leads nowhere`(pointer: String) throws {
    let document = try JSONReader.read(Array(Self.document.utf8))
    #expect(document[pointer: try JSONPointer(pointer)] == nil)
  }

  @Test
  func `malformed pointers are refused`() {
    #expect(throws: JSONPointerError.missingSlash) { try JSONPointer("foo") }
    #expect(throws: JSONPointerError.badEscape) { try JSONPointer("/a~2") }
    #expect(throws: JSONPointerError.badEscape) { try JSONPointer("/a~") }
  }
}
