import Standards
import Testing

@testable import Login
@testable import Providers

/// Which hosts of a descriptor the user has named, and which are its own word.
@Suite
struct AddressConsentTests {
  private func descriptor(_ fields: String) throws -> Descriptor {
    let source = """
      return provider {
        api = 1, id = "shop", kind = "custom", login = function() end,
        options = {
          base = { type = "url", required = true },
          other = { type = "url", default = "https://default.example" },
          tenant = { pattern = "[a-z]+" },
          domain = { values = { "one.example", "two.example" } },
        },
        \(fields)
      }
      """
    return try DescriptorLoader.load(
      source: Array(source.utf8),
      path: "/providers/shop.lua",
      isolation: .thread
    )
  }

  private let options: [String: OptionValue] = [
    "base": .text("https://api.corp.example/v1"), "other": .text("https://default.example"),
    "tenant": .text("acme"), "domain": .text("two.example"),
  ]

  @Test
  func `a URL that the user gave is consent, a default and a part of a host are none`() throws {
    let descriptor = try descriptor("hosts = { \"api.example\", \"{tenant}.shop.example\" }")
    #expect(try descriptor.hostsNamedByUser(options) == ["api.corp.example"])
    var changed = options
    changed["other"] = .text("https://mine.example")
    #expect(
      try descriptor.hostsNamedByUser(changed) == ["api.corp.example", "mine.example"]
    )
  }

  @Test
  func `a host that is an option's value alone is named by the user`() throws {
    let descriptor = try descriptor("hosts = { \"{domain}\" }")
    #expect(
      try descriptor.hostsNamedByUser(options) == ["api.corp.example", "two.example"]
    )
  }

  @Test
  func `private hosts are a loosened check, and more reach`() throws {
    let open = try descriptor("private_hosts = true")
    #expect(open.loosened.map(\.field) == ["private_hosts"])
    let closed = try descriptor("")
    #expect(closed.loosened.isEmpty)
    let added = try Set(open.reach(options)).subtracting(closed.reach(options))
    #expect(added == ["addresses of private networks"])
  }
}
