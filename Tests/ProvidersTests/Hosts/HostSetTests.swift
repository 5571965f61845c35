import Providers
import Standards
import Testing

@Suite
struct HostSetTests {
  private let values: [String: OptionValue] = ["base": .text("https://own.example:8443/root")]

  private func set() throws -> HostSet {
    let table = Sample.custom
      .setting("hosts", ["api.example", "127.0.0.1:9000"])
      .setting("request", ["base": "http://localhost:8080/v1"])
    return try load(table).hostSet(values)
  }

  @Test(arguments: [
    "https://own.example:8443/x", "https://api.example/", "https://api.example:443/",
    "HTTPS://API.EXAMPLE/", "http://localhost:8080/", "https://127.0.0.1:9000/",
  ])
  func `declared hosts are allowed`(url: String) throws {
    #expect(try set().allows(URI(url)))
  }

  @Test(arguments: [
    "https://own.example/", "https://other.example/", "https://xapi.example/",
    "https://api.example.evil.example/", "https://sub.api.example/", "http://api.example/",
    "https://api.example:8443/", "https://user@api.example/", "https://api.example@evil.example/",
    "http://localhost/", "https://localhost:8080/", "http://127.0.0.1:8080/",
  ])
  func `nothing else is`(url: String) throws {
    #expect(try !set().allows(URI(url)))
  }

  @Test(arguments: [
    "https://api.example./", "https://api.example\\@evil.example/", "https://ａpi.example/",
    "https://api。example/", "https://api%2Eexample/",
  ])
  func `what two readers could take for different hosts is allowed by none`(text: String) throws {
    // Either it cannot be read at all, or it is not in the set.
    let url = try? URI(text)
    #expect(try url.map { try set().allows($0) } != true)
  }

  @Test
  func `names say what credentials remember`() throws {
    #expect(
      try set().names == [
        "127.0.0.1:9000", "api.example", "http://localhost:8080", "own.example:8443",
      ]
    )
  }

  @Test
  func `what depends on an absent option is left out`() throws {
    #expect(try load(Sample.custom).hostSet([:]).names.isEmpty)
  }

  @Test
  func `a secret goes to its bind, a client's secret to where clients authenticate`() throws {
    let own = try load(Sample.custom.setting("hosts", ["other.example"]))
    #expect(try own.secretBindings(values)["key"]?.names == ["own.example:8443"])
    let two = try load(Sample.oauth2.setting("options", ["app_key": ["type": "secret"]]))
    #expect(try two.secretBindings([:])["client_secret"]?.names == ["login.two.example"])
    #expect(
      try two.secretBindings([:])["app_key"]?.names == ["api.two.example", "login.two.example"]
    )
  }
}
