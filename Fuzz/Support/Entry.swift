/// What libFuzzer calls for each input; `examine` is the one function of a target's own file.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  examine(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process, which libFuzzer reports as a finding, unless the property holds.
func expect(
  _ holds: @autoclosure () -> Bool,
  _ property: StaticString,
  line: UInt = #line
) {
  if !holds() { fatalError("\(property)", line: line) }
}

/// Ends the process: what the code under test wrote itself, it must read.
func impossible(_ property: StaticString, line: UInt = #line) -> Never {
  fatalError("\(property)", line: line)
}
