import Testing

@testable import authrun_core

@Suite
struct VisibleTextTests {
  @Test(
    arguments: [
      ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\u{7}b", "a\\u{7}b"), ("a\rb", "a\\u{d}b"),
      ("\u{9B}2J", "\\u{9b}2J"), ("a\u{202E}b", "a\\u{202e}b"), ("\u{7F}", "\\u{7f}"),
    ]
  )
  func `characters that command a terminal are shown instead`(text: String, shown: String) {
    #expect(VisibleText.of(text) == shown)
  }

  @Test
  func `ordinary text of any script stays`() {
    let text = "로그인 完了 Ünïcödé\tx\ny 👍"
    #expect(VisibleText.of(text) == text)
    #expect(VisibleText.line("a\nb") == "a b")
  }

  @Test
  func `wide characters take two columns`() {
    #expect(VisibleText.width("abc") == 3)
    #expect(VisibleText.width("한글") == 4)
    #expect(VisibleText.width("e\u{301}") == 1)
  }
}
