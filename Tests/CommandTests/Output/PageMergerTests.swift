import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct PageMergerTests {
  private func page(_ text: String, items: String? = nil) throws -> APIPage {
    let array = try JSONReader.read(Array((items ?? text).utf8)).array
    return APIPage(response: HTTPResponse(status: 200, body: Array(text.utf8)), items: array)
  }

  private func merged(_ pages: [APIPage]) throws -> String {
    var merger = PageMerger()
    var bytes: [UInt8] = []
    for page in pages { bytes += try merger.add(page) }
    return String(decoding: bytes + merger.ending(), as: UTF8.self)
  }

  @Test
  func `lists become one array with every digit`() throws {
    let text = try merged([page("[1, 9007199254740993]"), page("[]"), page(#"[{"a":1.0}]"#)])
    #expect(text == "[\n1,\n9007199254740993,\n{\"a\":1.0}\n]\n")
  }

  @Test
  func `the rule's items are what is merged`() throws {
    let text = try merged([page("{}", items: "[1]"), page("{}", items: "[2]")])
    #expect(text == "[\n1,\n2\n]\n")
  }

  @Test
  func `an empty list is an empty array`() throws {
    #expect(try merged([page("[]")]) == "[]\n")
  }

  @Test
  func `other pages come one after another as they are`() throws {
    #expect(try merged([page("{\"a\": 1}"), page("{\"a\": 2}\n")]) == "{\"a\": 1}\n{\"a\": 2}\n")
  }

  @Test
  func `a page that is no list among lists is an error, and the array stays open`() throws {
    var merger = PageMerger()
    #expect(try merger.add(page("[1]")) == Array("[\n1".utf8))
    #expect(throws: AuthRunError.self) { try merger.add(page("{}")) }
  }
}

@Suite
struct TransferMeterTests {
  @Test(
    arguments: [
      (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"),
      (209_715_200, "200.0 MiB"),
      (1_073_741_824, "1.0 GiB"), (1 << 50, "1024.0 TiB"),
    ] as [(Int64, String)]
  )
  func `sizes have one decimal`(count: Int64, text: String) {
    #expect(TransferMeter.size(count) == text)
  }

  @Test
  func `the line says how much of what, and how fast`() {
    typealias Meter = TransferMeter
    #expect(
      Meter.line(sent: 0, received: 1 << 20, of: 4 << 20, after: 2)
        == "Received 1.0 MiB of 4.0 MiB (25 %), 512.0 KiB/s"
    )
    #expect(Meter.line(sent: 0, received: 10, of: 0, after: 1) == "Received 10 B, 10 B/s")
    #expect(Meter.line(sent: 2048, received: 0, of: 0, after: 1) == "Sent 2.0 KiB, 2.0 KiB/s")
  }
}
