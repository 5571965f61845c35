import Testing

@testable import authrun_core

@Suite
struct BrowserCommandTests {
  private func candidates(_ given: String?, _ environment: [String: String]) -> [[String]] {
    BrowserCommand.candidates(given: given, environment: Environment(environment)).map(\.words)
  }

  @Test
  func `the option goes before the environment and the desktop`() {
    let environment = ["BROWSER": "firefox", "DISPLAY": ":0"]
    #expect(candidates("chromium --new-window", environment) == [["chromium", "--new-window"]])
    #expect(candidates(nil, environment) == [["firefox"]])
    #expect(candidates(nil, ["BROWSER": "a:b %s"]) == [["a"], ["b", "%s"]])
  }

  @Test
  func `none means no browser`() {
    #expect(candidates("none", ["BROWSER": "firefox", "DISPLAY": ":0"]) == [])
    #expect(candidates(nil, ["BROWSER": "none", "DISPLAY": ":0"]) == [])
  }

  @Test
  func `the desktop's opener needs a desktop`() {
    #expect(candidates(nil, [:]) == [])
    #expect(candidates(nil, ["WAYLAND_DISPLAY": "wayland-0"]) == [["xdg-open"]])
    #expect(
      candidates(nil, ["WSL_DISTRO_NAME": "Debian", "DISPLAY": ":0"])
        == [["wslview"], ["xdg-open"]]
    )
  }

  @Test(
    arguments: [
      (#"a 'b c' d"#, ["a", "b c", "d"]), (#"a "b c""#, ["a", "b c"]), (#"a\ b c"#, ["a b", "c"]),
      (#"a "" b"#, ["a", "", "b"]), (#"a 'b\c'"#, ["a", #"b\c"#]), ("  a  ", ["a"]),
    ]
  )
  func `a command is split at spaces outside quotes`(text: String, words: [String]) {
    #expect(BrowserCommand(text)?.words == words)
  }

  @Test(arguments: ["", "   ", "'open", "a \"b"])
  func `what is no command is refused`(text: String) {
    #expect(BrowserCommand(text) == nil)
  }

  @Test
  func `the URL takes its place or comes last, as one word`() {
    let url = "https://a.example/?x=1&y='$(id)'"
    #expect(BrowserCommand("b -n")?.arguments(opening: url) == ["b", "-n", url])
    #expect(BrowserCommand("b %s -n")?.arguments(opening: url) == ["b", url, "-n"])
  }

  @Test
  func `the URL never becomes part of another word, which a shell might run`() {
    let url = "https://a.example/;touch$IFS/x;$(id)"
    let words = BrowserCommand("sh -c 'browser %s'")?.arguments(opening: url)
    #expect(words == ["sh", "-c", "browser %s", url])
  }
}
