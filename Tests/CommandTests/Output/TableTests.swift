import Standards
import Testing

@testable import authrun_core

@Suite
struct TableTests {
  @Test
  func `columns are as wide as their widest cell`() {
    var table = Table(header: ["A", "B"])
    table.add(["한글", "x"])
    table.add(["abcde", ""])
    #expect(table.lines == ["A      B", "한글   x", "abcde"])
  }

  @Test(
    arguments: [
      (Int64?.none, "never"), (1_030, "in 30 s"), (4_600, "in 60 min"), (87_400, "in 24 h"),
      (999, "expired 1 s ago"), (1_000, "expired 0 s ago"), (1_000_000, "in 11 days"),
      (99_000_000, "in 3 years"), (.max, "in more than 10000 years"),
      (.min, "expired more than 10000 years ago"),
    ]
  )
  func `times are told in the largest fitting unit`(end: Int64?, text: String) {
    let end = end.map { Timestamp(seconds: $0) }
    #expect(Remaining.text(until: end, now: Timestamp(seconds: 1_000)) == text)
  }
}
