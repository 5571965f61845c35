import Crypto
import Foundation
import Standards
import Testing

@testable import Login
@testable import Providers

/// What a descriptor may get of the credentials that an account already has.
@Suite
struct TrustTests {
  private func descriptor(_ change: (String) -> String = { $0 }) throws -> Descriptor {
    let source = change(
      """
      return provider {
        api = 1, id = "shop", kind = "oauth2",
        options = { key = { type = "secret", bind = { "as.example" } } },
        oauth2 = {
          authorize = "https://as.example/authorize",
          token = "https://as.example/token",
        },
        request = { base = "https://api.example", headers = { ["x-key"] = "{key}" } },
      }
      """
    )
    return try DescriptorLoader.load(
      source: Array(source.utf8),
      path: "/providers/shop.lua",
      isolation: .thread
    )
  }

  private var options: [String: OptionValue] {
    [
      "client_id": .text("id"), "client_secret": .secret(Secret("client-secret")),
      "key": .secret(Secret("bound-key")),
    ]
  }

  @Test
  func `a host that is added and a binding that is widened are both more reach`() throws {
    let before = Set(try descriptor().reach(options))
    let host = try descriptor {
      $0.replacing("api = 1,", with: "api = 1, hosts = { \"evil.example\" },")
    }
    let binding = try descriptor {
      $0.replacing("{ \"as.example\" }", with: "{ \"as.example\", \"api.example\" }")
    }
    #expect(try Set(descriptor().reach(options)).isSubset(of: before))
    #expect(try !Set(host.reach(options)).isSubset(of: before))
    #expect(try !Set(binding.reach(options)).isSubset(of: before))
  }

  @Test
  func `a header carries a secret only where it is bound to`() throws {
    let descriptor = try descriptor()
    let headers = descriptor.request.headers
    #expect(throws: Never.self) {
      _ = try RequestFilling(descriptor, options, to: URI("https://as.example/x")).fields(headers)
    }
    let error = #expect(throws: AuthRunError.self) {
      _ = try RequestFilling(descriptor, options, to: URI("https://api.example/x")).fields(headers)
    }
    #expect(error?.code == .hostNotAllowed)
    #expect(error?.message.contains("bound-key") == false)
  }

  @Test
  func `a deprecated field is told with its place, once`() throws {
    var descriptor = try descriptor()
    let path = FieldPath.root.appending("old")
    descriptor.deprecations = [
      DescriptorProblem(path: path, line: 3, message: "old is deprecated: write \"new\"")
    ]
    let said = SaidOnce()
    let texts = descriptor.deprecationWarnings
    #expect(said.first(texts) == ["shop.lua:3: old is deprecated: write \"new\""])
    #expect(said.first(texts) == [])
  }
}
