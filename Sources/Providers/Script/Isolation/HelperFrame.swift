/// What crosses between the host and a helper; `LuaGuest/helper.c` is the other side.
enum HelperFrame {
  /// From the helper.
  enum Arrival {
    /// It serves, behind the wall whose parts are these bits.
    case ready(wall: UInt32)
    case call(name: String, arguments: [UInt8], mayWait: Bool)
    case ended(GuestReport)
  }

  /// A frame that no helper of ours sends.
  struct Malformed: Error {}

  static func load(_ source: [UInt8], chunkName: String, limits: ScriptLimits) -> [UInt8] {
    var frame = Writer("L")
    for number in [
      Int64(limits.source), Int64(limits.memory), Int64(limits.softMemory), limits.instructions,
      limits.processorTime.wholeNanoseconds, Int64(limits.message),
    ] {
      frame.append(UInt64(bitPattern: number))
    }
    frame.append(block: chunkName.utf8)
    return frame.finished(with: source)
  }

  static func start(_ hook: String, _ arguments: [UInt8]) -> [UInt8] {
    var frame = Writer("S")
    frame.append(block: hook.utf8)
    return frame.finished(with: arguments)
  }

  static func resume(_ answer: Guest.Answer) -> [UInt8] { finished(Writer("R"), answer) }

  /// With the processor time that finding the answer took, which the script has to pay for.
  static func answer(_ answer: Guest.Answer, after processorTime: Duration) -> [UInt8] {
    var frame = Writer("A")
    frame.append(UInt64(bitPattern: processorTime.wholeNanoseconds))
    return finished(frame, answer)
  }

  private static func finished(_ start: Writer, _ answer: Guest.Answer) -> [UInt8] {
    var frame = start
    let (code, bytes) = answer.encoded
    frame.bytes.append(UInt8(truncatingIfNeeded: code))
    return frame.finished(with: bytes)
  }

  /// Reads a frame without its length.
  static func read(_ bytes: [UInt8]) throws(Malformed) -> Arrival {
    var reader = Reader(rest: bytes[...])
    switch try reader.byte() {
    case UInt8(ascii: "H"):
      return .ready(wall: try reader.number())
    case UInt8(ascii: "C"):
      let mayWait = try reader.byte() != 0
      let name = String(decoding: try reader.block(), as: UTF8.self)
      return .call(name: name, arguments: Array(reader.rest), mayWait: mayWait)
    case UInt8(ascii: "E"):
      var report = GuestReport(status: try reader.number())
      // The declaration's line and the memory held, which nobody asks for yet.
      _ = try reader.number()
      _ = try reader.number()
      report.message = try reader.text()
      report.location = try reader.text()
      report.traceback = try reader.text()
      report.output = Array(try reader.block())
      return .ended(report)
    default: throw Malformed()
    }
  }
}

extension HelperFrame {
  private struct Writer {
    /// With a place at the front for the length.
    var bytes: [UInt8] = [0, 0, 0, 0]

    init(_ letter: Character) { bytes.append(letter.asciiValue ?? 0) }

    mutating func append(_ number: some FixedWidthInteger) {
      for index in 0..<(number.bitWidth / 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
      }
    }

    mutating func append(block: some Collection<UInt8>) {
      append(UInt32(clamping: block.count))
      bytes += block
    }

    func finished(with rest: [UInt8]) -> [UInt8] {
      var whole = bytes + rest
      let count = UInt32(clamping: whole.count - 4)
      for index in 0..<4 { whole[index] = UInt8(truncatingIfNeeded: count >> (8 * index)) }
      return whole
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func byte() throws(Malformed) -> UInt8 {
      guard let byte = rest.popFirst() else { throw Malformed() }
      return byte
    }

    mutating func number() throws(Malformed) -> UInt32 {
      var number: UInt32 = 0
      for index in 0..<4 { number |= UInt32(try byte()) << (8 * index) }
      return number
    }

    mutating func block() throws(Malformed) -> ArraySlice<UInt8> {
      let count = Int(try number())
      guard count <= rest.count else { throw Malformed() }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func text() throws(Malformed) -> String {
      String(decoding: try block(), as: UTF8.self)
    }
  }
}
