/// A JSON number as it was written, so that a 64-bit id keeps every digit.
package struct JSONNumber: Hashable, Sendable {
  /// The number as written; always a valid number (RFC 8259 §6).
  package let text: String

  /// Trusts `text` to be a valid JSON number; the reader makes sure of it.
  init(validated text: String) {
    self.text = text
  }

  package init(_ value: Int64) {
    text = String(value)
  }

  /// `nil` for infinities and what is not a number, which JSON cannot say.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = value.description
  }

  /// The exact value when it is a whole number in range, however written: `3600`, `3600.0`, `3.6e3`.
  package var int64: Int64? {
    let floor = floored
    return floor.isExact && !floor.isClamped ? floor.value : nil
  }

  /// The value rounded down; numbers beyond the range of `Int64` stay at its end.
  package var roundedDown: Int64 { floored.value }

  /// The value rounded up; numbers beyond the range of `Int64` stay at its end.
  package var roundedUp: Int64 {
    let floor = floored
    return floor.isExact || floor.isClamped ? floor.value : floor.value + 1
  }

  package var double: Double? { Double(text) }

  private struct Floor {
    var value: Int64
    var isExact: Bool
    var isClamped: Bool
  }

  /// Works on the decimal digits, so that no binary fraction rounds the value first.
  private var floored: Floor {
    var digits: [UInt8] = []
    var scale = 0
    var exponent = 0
    var isNegative = false
    var isExponentNegative = false
    var part = Part.whole
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if part == .exponent { isExponentNegative = true } else { isNegative = true }
      case UInt8(ascii: "+"): break
      case UInt8(ascii: "."): part = .fraction
      case UInt8(ascii: "e"), UInt8(ascii: "E"): part = .exponent
      default:
        let digit = byte &- 0x30
        switch part {
        case .exponent: exponent = min(exponent * 10 + Int(digit), 1 << 40)
        case .fraction:
          digits.append(digit)
          scale += 1
        case .whole: digits.append(digit)
        }
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      scale -= 1
    }
    guard let firstNonZero = digits.firstIndex(where: { $0 != 0 }) else {
      return Floor(value: 0, isExact: true, isClamped: false)
    }
    let significant = digits[firstNonZero...]
    // The value is `significant` times ten to the power of `shift`.
    let shift = (isExponentNegative ? -exponent : exponent) - scale
    let whole = shift < 0 ? significant.dropLast(min(-shift, significant.count)) : significant
    let isExact = shift >= 0
    guard whole.count + max(shift, 0) <= 19 else {
      return Floor(value: isNegative ? .min : .max, isExact: isExact, isClamped: true)
    }
    var magnitude: UInt64 = 0
    for digit in whole {
      magnitude = magnitude * 10 + UInt64(digit)
    }
    for _ in 0..<max(shift, 0) {
      magnitude *= 10
    }
    if isNegative, !isExact { magnitude += 1 }
    if isNegative, magnitude == UInt64(Int64.max) + 1 {
      return Floor(value: .min, isExact: isExact, isClamped: false)
    }
    guard let value = Int64(exactly: magnitude) else {
      return Floor(value: isNegative ? .min : .max, isExact: isExact, isClamped: true)
    }
    return Floor(value: isNegative ? -value : value, isExact: isExact, isClamped: false)
  }

  private enum Part {
    case whole, fraction, exponent
  }
}
