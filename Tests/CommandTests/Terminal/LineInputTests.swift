import Glibc
import Testing

@testable import authrun_core

@Suite
struct LineInputTests {
  private struct Pipe {
    let read: Int32
    let write: Int32

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (read, write) = (ends[0], ends[1])
    }

    func send(_ text: String) {
      _ = FileDescriptorIO.write(text.utf8, to: write)
    }
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test
  func `lines come one by one, whatever the reads bring`() async {
    let pipe = Pipe()
    let input = LineInput(descriptor: pipe.read)
    pipe.send("one\ntwo\r\nth")
    #expect(await text(input.line()) == "one")
    #expect(await text(input.line()) == "two")
    pipe.send("ree\nlast")
    close(pipe.write)
    #expect(await text(input.line()) == "three")
    #expect(await text(input.line()) == "last")
    #expect(await input.line() == nil)
    close(pipe.read)
  }

  @Test
  func `a cancelled wait ends, and the input is still there`() async {
    let pipe = Pipe()
    let input = LineInput(descriptor: pipe.read)
    let waiting = Task { await input.line() }
    waiting.cancel()
    #expect(await waiting.value == nil)
    pipe.send("later\n")
    #expect(await text(input.line()) == "later")
    close(pipe.write)
    close(pipe.read)
  }

  @Test
  func `a descriptor that is closed is an end`() async {
    let pipe = Pipe()
    close(pipe.write)
    #expect(await LineInput(descriptor: pipe.read).line() == nil)
    close(pipe.read)
  }

  @Test
  func `everything is read up to a limit`() async {
    let pipe = Pipe()
    pipe.send("a\nb\n")
    close(pipe.write)
    #expect(await text(LineInput(descriptor: pipe.read).all(limit: 10)) == "a\nb\n")
    close(pipe.read)
    let long = Pipe()
    long.send("0123456789ab")
    close(long.write)
    #expect(await LineInput(descriptor: long.read).all(limit: 10) == nil)
    close(long.read)
  }
}
