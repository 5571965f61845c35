import Foundation
import TestSupport
import Testing

/// The built program rehearses descriptors that a test dropped into a folder.
@Suite
struct RehearseCommandTests {
  private static func descriptor(path: String) -> String {
    """
    return provider {
      api = 1, id = "shop", name = "Shop", kind = "custom", hosts = { "shop.example" },
      options = { key = { type = "secret", required = true } },
      login = function(ctx)
        local r = ctx.http.post { url = "https://shop.example\(path)",
          form = { key = ctx.opt.key }, take = { access = "/token" } }
        if r.status ~= 200 then return ctx.fail("invalid_credentials", "no token") end
        return { access = r.taken.access }
      end,
      rehearsal = {
        options = { key = "practice" },
        replies = {
          { method = "POST", path = "/login", form = { key = "{key}" }, json = { token = "{random}" } },
        },
      },
    }
    """
  }

  private func rehearse(
    _ home: TemporaryHome,
    _ arguments: String...,
    at path: String = "/login"
  ) async throws -> CommandResult {
    try home.write(Self.descriptor(path: path), to: "config/authrun/providers/shop.lua")
    return try await run(home, arguments)
  }

  private func run(
    _ home: TemporaryHome,
    _ arguments: [String],
    _ variables: [String: String] = [:]
  ) async throws -> CommandResult {
    try await Command(
      PackageLayout.product("authrun-core"),
      ["rehearse"] + arguments,
      environment: home.environment.merging(variables) { $1 }
    ).run()
  }

  @Test
  func `a good descriptor passes and leaves nothing behind`() async throws {
    let home = try TemporaryHome()
    let result = try await rehearse(home, "shop")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("shop      passed"))
    #expect(result.errors.contains("✓ reply"))
    #expect(home.files().keys.sorted() == ["config/authrun/providers/shop.lua"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).count == 5)
  }

  @Test
  func `a request that the practice provider does not know fails, and says which`() async throws {
    let home = try TemporaryHome()
    let result = try await rehearse(home, "shop", "--json", at: "/lgoin")
    #expect(result.status == 77, "\(result)")
    #expect(result.output.hasPrefix(#"{"passed":false,"rehearsals":[{"provider":"shop""#))
    #expect(result.errors.contains("✗ unknown        POST shop.example/lgoin"))
  }

  private static func oauth2(capture: String) -> String {
    """
    return provider {
      api = 1, id = "shop", name = "Shop", capture = { \(capture) },
      oauth2 = { authorize = "https://shop.example/a", token = "https://shop.example/t",
        client_auth = "none" },
    }
    """
  }

  @Test(arguments: [
    #""pin""#, #"{ via = "pin", redirect_uri = "https://shop.example/code" }"#,
    #"{ via = "paste", redirect_uri = "http://127.0.0.1:7/cb" }"#,
    #"{ via = "paste", redirect_uri = "https://shop.example/done" }"#,
  ])
  func `OAuth 2_0 is rehearsed with a code to type and with an address to paste`(
    capture: String
  ) async throws {
    let home = try TemporaryHome()
    try home.write(Self.oauth2(capture: capture), to: "config/authrun/providers/shop.lua")
    let result = try await run(home, ["shop"])
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.components(separatedBy: "method GET").count == 2, "\(result)")
  }

  @Test
  func `a script's own requests need only what the script gives them`() async throws {
    let home = try TemporaryHome()
    let descriptor = """
      return provider {
        api = 1, id = "shop", name = "Shop", kind = "custom", hosts = { "shop.example" },
        login = function(ctx)
          local r = ctx.http.post { url = "https://shop.example/login", take = { access = "/token" } }
          ctx.http.get { url = "https://shop.example/who", headers = { ["X-Session"] = r.taken.access },
            expect = 200 }
          return { access = r.taken.access }
        end,
        request = { base = "https://shop.example", headers = { ["X-Version"] = "3" } },
        rehearsal = {
          replies = {
            { method = "POST", path = "/login", json = { token = "{random}" } },
            { method = "GET", path = "/who", bearer = true, json = { id = 1 } },
          },
        },
      }
      """
    try home.write(descriptor, to: "config/authrun/providers/shop.lua")
    let result = try await run(home, ["shop"])
    #expect(result.status == 0, "\(result)")
    // What `authrun request` sends has the constant fields, and is held to them.
    #expect(result.errors.components(separatedBy: "header X-Version").count == 2, "\(result)")
  }

  @Test
  func `a directory for temporary files that is not there is told by its variable`() async throws {
    let home = try TemporaryHome()
    try home.write(Self.descriptor(path: "/login"), to: "config/authrun/providers/shop.lua")
    let result = try await run(home, ["shop"], ["TMPDIR": home.file("nowhere")])
    #expect(result.status == 65, "\(result)")
    #expect(result.errors.contains("TMPDIR"), "\(result)")
  }

  @Test
  func `a faulty descriptor is no reason to suggest another command`() async throws {
    let home = try TemporaryHome()
    try home.write("return provider { api = 1 }", to: "config/authrun/providers/shop.lua")
    let result = try await run(home, ["shop"])
    #expect(result.status == 65, "\(result)")
    #expect(!result.errors.contains("did you mean"), "\(result)")
  }

  @Test
  func `one that fails does not keep the next from its turn`() async throws {
    let home = try TemporaryHome()
    let result = try await rehearse(home, "shp", "shop")
    #expect(result.status == 67, "\(result)")
    #expect(result.errors.contains("did you mean: authrun rehearse shop"))
    #expect(result.output.contains("1 of 2 rehearsals passed."))
  }
}
