import Testing

@testable import Providers

/// A reply whose bytes are no encoding of a value ends the call in an error, and never reaches the interpreter.
@Suite
struct BrokenReplyTests {
  static let replies: [(String, [UInt8])] = [
    ("a read-only text", Array("P\u{1}xs".utf8) + [3, 0, 0, 0] + Array("abc".utf8)),
    ("a read-only number", Array("P\u{1}xi".utf8) + [1, 0, 0, 0, 0, 0, 0, 0]),
    (
      "a read-only read-only table", Array("P\u{1}xP\u{1}yT".utf8) + [UInt8](repeating: 0, count: 8)
    ),
    ("a read-only table without an end", Array("P\u{1}x".utf8)),
    ("an unknown tag", Array("?".utf8)),
    ("no tag", []),
    ("a text longer than the message", Array("s".utf8) + [255, 255, 255, 255]),
    ("more items than bytes", Array("T".utf8) + [255, 255, 255, 127, 0, 0, 0, 0]),
    (
      "a list with a function of the script",
      Array("T".utf8) + [1, 0, 0, 0, 0, 0, 0, 0] + Array("F".utf8)
    ),
  ]

  @Test(arguments: replies)
  func `a reply that encodes no value is refused`(name: String, bytes: [UInt8]) throws {
    let host = WaitingHost()
    let guest = try Guest(limits: .standard, chunkName: "acme.lua", host: host)
    try guest.load(
      Array(
        """
        return provider { api = 1, test = function(ctx)
          local r = ctx.now()
          for k, v in pairs(r) do tostring(v) end
          return r.x
        end }
        """.utf8
      )
    )
    _ = try guest.declare()
    var writer = ScriptMessageWriter()
    writer.list(1)
    ContextTable.write(scriptContext(FakeEffects()), into: &writer)
    guard case .pending = guest.start("test", writer.bytes) else {
      Issue.record("the script does not wait")
      return
    }
    guard case .ended(let error) = guest.resume(.value(bytes), hook: "test") else {
      Issue.record("the reply was taken")
      return
    }
    #expect(error.message.contains("the host sent a broken message"))
    #expect(error.location == "acme.lua:2")
  }
}
