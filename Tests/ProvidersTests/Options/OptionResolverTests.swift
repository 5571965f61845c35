import Providers
import Standards
import Synchronization
import Testing

@Suite
struct OptionResolverTests {
  private static let specs = [
    OptionSpec(name: "base", type: .url, isRequired: true, help: "where it is"),
    OptionSpec(name: "key", type: .secret, isRequired: true),
    OptionSpec(name: "region", type: .enum, standard: "eu", values: ["eu", "us"]),
    OptionSpec(name: "deep", type: .boolean),
    OptionSpec(name: "count", type: .integer),
    OptionSpec(name: "tenant", pattern: try? OptionPattern("[a-z0-9-]+")),
  ]

  private struct NoFile: Error, CustomStringConvertible {
    var description: String { "no such file" }
  }

  private func resolver(
    environment: [String: String] = [:],
    files: [String: String] = [:],
    input: String = "from input\n"
  ) -> OptionResolver {
    let reads = ReadCounter()
    return OptionResolver(
      provider: "my-api",
      specs: Self.specs,
      sources: OptionResolver.Sources(
        environment: environment,
        readFile: { path in
          guard let text = files[path] else { throw NoFile() }
          return Array(text.utf8)
        },
        // Standard input has nothing more to give the second time.
        readStandardInput: { reads.next() == 1 ? Array(input.utf8) : [] }
      )
    )
  }

  private func lines(
    _ resolver: OptionResolver,
    _ given: [(String, String)],
    stored: [String: OptionValue] = [:]
  ) -> [String] {
    do throws(OptionError) {
      _ = try resolver.resolve(given: given.map { (name: $0.0, value: $0.1) }, stored: stored)
      return []
    } catch {
      return error.lines
    }
  }

  private func text(_ value: OptionValue?) -> String? {
    switch value {
    case .text(let text): text
    case .secret(let secret): "secret " + secret.text
    case nil: nil
    }
  }

  @Test
  func `given comes before environment, stored and default`() throws {
    let stored: [String: OptionValue] = [
      "base": .text("https://stored.example"), "key": .secret(Secret("stored")),
      "region": .text("us"),
    ]
    let environment = ["AUTHRUN_MY__API_BASE": "https://env.example", "AUTHRUN_MY__API_KEY": "env"]
    let all = try resolver(environment: environment, files: ["/k": "given\n"]).resolve(
      given: [("base", "https://given.example"), ("key", "file:/k")],
      stored: stored
    )
    #expect(text(all.values["base"]) == "https://given.example")
    #expect(text(all.values["key"]) == "secret given")
    #expect(text(all.values["region"]) == "us")
    let twin = try resolver(environment: environment).resolve(given: [], stored: stored)
    #expect(text(twin.values["base"]) == "https://env.example")
    #expect(text(twin.values["key"]) == "secret env")
    let kept = try resolver().resolve(given: [], stored: stored)
    #expect(text(kept.values["base"]) == "https://stored.example")
    #expect(text(kept.values["key"]) == "secret stored")
    let first = try resolver().resolve(given: [("base", "https://a.example"), ("key", "-")])
    #expect(text(first.values["region"]) == "eu")
    #expect(text(first.values["key"]) == "secret from input")
    #expect(first.warnings.isEmpty)
  }

  @Test
  func `the last of a name counts`() throws {
    let result = try resolver().resolve(
      given: [("base", "https://a.example"), ("key", "-"), ("region", "eu"), ("region", "us")]
    )
    #expect(text(result.values["region"]) == "us")
  }

  @Test
  func `a secret among the arguments works with a warning that does not repeat it`() throws {
    let result = try resolver().resolve(given: [("base", "https://a.example"), ("key", "hunter2")])
    #expect(text(result.values["key"]) == "secret hunter2")
    #expect(result.warnings == [.plainSecret("key")])
    #expect(result.warnings.allSatisfy { !"\($0)".contains("hunter2") })
  }

  @Test
  func `a secret loses the line break of its file and nothing else`() throws {
    let files = ["/k": " a b \r\n"]
    let result = try resolver(files: files)
      .resolve(given: [("base", "https://a.example"), ("key", "file:/k")])
    #expect(text(result.values["key"]) == "secret  a b ")
  }

  @Test
  func `standard input is read once for all that name it`() throws {
    let specs = [
      OptionSpec(name: "a", type: .secret, isRequired: true),
      OptionSpec(name: "b", type: .secret, isRequired: true),
    ]
    let reads = ReadCounter()
    let sources = OptionResolver.Sources(
      environment: [:],
      readFile: { _ in throw NoFile() },
      readStandardInput: { reads.next() == 1 ? Array("x".utf8) : [] }
    )
    let result = try OptionResolver(provider: "p", specs: specs, sources: sources)
      .resolve(given: [("a", "-"), ("b", "-")])
    #expect(text(result.values["a"]) == "secret x" && text(result.values["b"]) == "secret x")
  }

  @Test
  func `all that is missing is listed with its help and how to give it`() {
    #expect(
      lines(resolver(), []) == [
        "the option base is missing (where it is); give --option base=VALUE, or set "
          + "AUTHRUN_MY__API_BASE",
        "the option key is missing; give --option key=env:NAME, file:PATH or -, or set "
          + "AUTHRUN_MY__API_KEY",
      ]
    )
  }

  @Test
  func `an unknown option names the nearest and all`() {
    let complete = [("base", "https://a.example"), ("key", "-")]
    #expect(
      lines(resolver(), complete + [("regoin", "eu")]) == [
        "unknown option \"regoin\"; did you mean \"region\"? "
          + "(there are base, key, region, deep, count, tenant)"
      ]
    )
  }

  @Test(arguments: [
    ("region", "uss", "the option region is \"uss\", not one of eu, us; did you mean \"us\"?"),
    ("deep", "maybe", "the option deep is \"maybe\", not true or false"),
    ("count", "1.5", "the option count is \"1.5\", not a whole number"),
    ("tenant", "A/b", "the option tenant is \"A/b\", which does not look like [a-z0-9-]+"),
    (
      "base", "http://a.example",
      "the option base is not https; http is allowed to this machine only"
    ),
    ("base", "https://a.example?x=1", "the option base has a query"),
    ("base", "https://u:p@a.example", "the option base has a user name in front of the host"),
    ("key", "env:NOPE", "the option key is to come from the environment, but NOPE is not set"),
    ("key", "file:/none", "the option key cannot be read from the file /none: no such file"),
    ("key", "file:/empty", "the option key is empty"),
    ("key", "file:/lines", "the option key contains a control character or a line break"),
  ])
  func `an unfit value is refused with the reason`(name: String, value: String, line: String) {
    var given = [("base", "https://a.example"), ("key", "-")].filter { $0.0 != name }
    given.append((name, value))
    let files = ["/empty": "\n", "/lines": "a\nb\n"]
    #expect(lines(resolver(files: files), given) == [line])
  }

  @Test
  func `values have one spelling`() throws {
    let result = try resolver().resolve(
      given: [("base", "https://a.example/"), ("key", "-"), ("deep", "YES"), ("count", "007")]
    )
    #expect(text(result.values["base"]) == "https://a.example")
    #expect(text(result.values["deep"]) == "true")
    #expect(text(result.values["count"]) == "7")
  }

  @Test
  func `a stored value that the descriptor no longer allows is an error`() {
    let stored: [String: OptionValue] = ["region": .text("moon")]
    let given = [("base", "https://a.example"), ("key", "-")]
    #expect(
      lines(resolver(), given, stored: stored)
        == ["the option region is \"moon\", not one of eu, us"]
    )
  }

  @Test
  func `an argument is split at its first equals sign`() throws {
    #expect(try OptionResolver.parse("a=b=c") == ("a", "b=c"))
    #expect(try OptionResolver.parse("a=") == ("a", ""))
    #expect(throws: OptionError.self) { try OptionResolver.parse("a") }
    #expect(throws: OptionError.self) { try OptionResolver.parse("=secret") }
  }

  @Test
  func `no error repeats a secret`() {
    let found = lines(resolver(environment: ["E": "hunter2\u{1}"]), [("key", "env:E")])
    #expect(!found.isEmpty && found.allSatisfy { !$0.contains("hunter2") })
    do throws(OptionError) {
      _ = try OptionResolver.parse("=hunter2")
    } catch {
      #expect(!error.description.contains("hunter2"))
    }
  }
}

private final class ReadCounter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
