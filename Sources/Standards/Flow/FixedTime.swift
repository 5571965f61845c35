/// Comparison whose time says nothing about where two values differ.
package enum FixedTime {
  /// Whether both hold the same bytes; only a difference in length shows in the time it takes.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
      difference |= left[index] ^ right[index]
    }
    return difference == 0
  }

  /// Whether both texts have the same UTF-8 bytes.
  package static func equal(_ left: String, _ right: String) -> Bool {
    equal(Array(left.utf8), Array(right.utf8))
  }
}
