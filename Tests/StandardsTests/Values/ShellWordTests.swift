import Foundation
import Standards
import Testing

@Suite
struct ShellWordTests {
  @Test(arguments: ["/a/b-c_d.e", "a=b", "x@y:z,1+2%"])
  func `plain words stay plain`(word: String) {
    #expect(ShellWord.quoted(word) == word)
  }

  @Test(arguments: [
    "", " ", "a b", "it's", "'", "$HOME `id` \"x\" \\", "a\nb", "~", "#", "*", "ü", "!!", "--x;y",
  ])
  func `a shell reads back what was quoted`(word: String) throws {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf %s " + ShellWord.quoted(word)]
    shell.standardOutput = output
    try shell.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(String(decoding: bytes, as: UTF8.self) == word)
  }
}
