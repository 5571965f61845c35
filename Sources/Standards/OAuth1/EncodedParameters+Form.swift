extension EncodedParameters {
  /// The most bytes that the pairs of a form can take: a pair without a value still has a joint.
  static func size(form: Span<UInt8>) -> Int { form.count * growth + joint }

  /// The most pairs that a form can hold.
  @inline(__always)
  static func pairs(form: Span<UInt8>) -> Int {
    unsafe form.withUnsafeBufferPointer { form in
      var pairs = 1
      // No branch, so that many bytes are counted at once.
      for index in 0..<form.count {
        let byte = unsafe form[index]
        pairs &+= Int((UInt16(byte ^ UInt8(ascii: "&")) &- 1) &>> 15)
      }
      return pairs
    }
  }

  /// Takes pairs in form encoding over into this one: only `&` splits, `+` is a space.
  @inline(__always)
  mutating func append(form: Span<UInt8>, in place: OAuth1Error.Place) throws(OAuth1Error) {
    var index = 0
    while index < form.count {
      if form[index] == UInt8(ascii: "&") {
        index &+= 1
        continue
      }
      let pairStart = index
      let start = text.count
      let name = appendComponent(of: form, from: &index, until: UInt8(ascii: "="))
      let nameEnd = beginValue()
      var value = ByteWriter.FormComponent.ascii
      if name != .brokenEscape, index < form.count, form[index] == UInt8(ascii: "=") {
        index &+= 1
        value = appendComponent(of: form, from: &index, until: UInt8(ascii: "&"))
      }
      if name != .ascii || value != .ascii {
        guard name != .brokenEscape, value != .brokenEscape else {
          throw .malformedEscape(place, pair: Self.number(form, pairStart))
        }
        guard isUTF8(start..<nameEnd), isUTF8((nameEnd + Self.joint)..<text.count) else {
          throw .notUTF8(place, pair: Self.number(form, pairStart))
        }
      }
      finish(start, nameEnd, isProtocol: false)
    }
  }

  private func isUTF8(_ part: Range<Int>) -> Bool {
    let encoded = part.map { text.byte(at: $0) }
    guard let once = try? PercentEncoding.decode(encoded),
      let decoded = try? PercentEncoding.decode(once)
    else { return false }
    return String(validating: decoded, as: UTF8.self) != nil
  }

  /// The number of the pair that starts there, for an error; empty pairs do not count.
  private static func number(_ form: Span<UInt8>, _ start: Int) -> Int {
    var number = 1
    for index in 1..<max(start, 1)
    where form[index] == UInt8(ascii: "&") && form[index - 1] != UInt8(ascii: "&") {
      number += 1
    }
    return number
  }
}
