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
    return try await Command(
      PackageLayout.product("authrun-core"),
      ["rehearse"] + arguments,
      environment: home.environment
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

  @Test
  func `one that fails does not keep the next from its turn`() async throws {
    let home = try TemporaryHome()
    let result = try await rehearse(home, "shp", "shop")
    #expect(result.status == 67, "\(result)")
    #expect(result.errors.contains("did you mean: authrun shop"))
    #expect(result.output.contains("1 of 2 rehearsals passed."))
  }
}
