import Providers
import Testing

@Suite
struct KeyLocatorTests {
  private static let source = """
    -- provider { not = "this" }
    local shared = { "a" }
    return provider {
      api = 1,
      hosts = { "a.example",
        "b.example" },
      oauth2 = {
        authorize = "https://a.example/authorize", -- , }
        ["token"] = [[
          https://a.example/token]],
        params = shared,
      },
      login = function(ctx)
        if ctx.opt.a then return { access = 1 } end
        for i = 1, 2 do repeat local t = { x = 1, y = 2 } until i == 2 end
        return nil
      end,
      after = 1; last = "x",
    }
    """

  @Test(arguments: [
    ("api", 4), ("hosts[1]", 5), ("hosts.2", 6), ("oauth2", 7), ("oauth2.authorize", 8),
    ("oauth2.token", 9), ("oauth2.params", 11), ("login", 13), ("after", 18), ("last", 18),
  ])
  func `a key is found on the line it is written on`(path: String, line: Int) {
    #expect(KeyLocator(source: Array(Self.source.utf8)).line(of: path) == line)
  }

  @Test
  func `an unknown key falls back to its parent and then to the call`() {
    let locator = KeyLocator(source: Array(Self.source.utf8))
    #expect(locator.line(of: "oauth2.params.x.y") == 11)
    #expect(locator.line(of: "access") == 3)
    #expect(KeyLocator(source: Array("return 1".utf8)).line(of: "x") == 1)
  }

  @Test
  func `a byte order mark and a first line for the shell are skipped`() {
    let source = "\u{FEFF}#!/usr/bin/provider {\nreturn provider { a = 1 }"
    #expect(KeyLocator(source: Array(source.utf8)).line(of: "a") == 2)
  }

  @Test(arguments: ["provider {", "provider({ a = ", "return provider { a = function() ", "[==["])
  func `unfinished source does not trip it`(source: String) {
    #expect(KeyLocator(source: Array(source.utf8)).line(of: "a") == 1)
  }
}
