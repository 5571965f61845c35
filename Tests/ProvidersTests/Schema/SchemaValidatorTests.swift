import Providers
import Testing

@Suite
struct SchemaValidatorTests {
  @Test
  func `the samples load`() throws {
    _ = try load(Sample.oauth1)
    _ = try load(Sample.oauth2)
    _ = try load(Sample.custom)
  }

  @Test
  func `an unknown key is named with its place and what was meant`() throws {
    let error = #expect(throws: DescriptorError.self) {
      let table = Sample.oauth2.setting("oauth2.token", nil).setting(
        "oauth2.tokn",
        "https://x.example"
      )
      _ = try load(table, lines: ["oauth2.tokn": 17])
    }
    #expect(
      error?.description == "two.lua:17: unknown key \"tokn\" in oauth2; did you mean \"token\"?"
    )
    #expect(error?.location == "two.lua:17")
  }

  @Test
  func `a key in the wrong table names the right one`() {
    #expect(
      problems(Sample.oauth2.setting("scopes", ["a"]))
        == ["unknown key \"scopes\" in the descriptor; did you mean \"oauth2.scopes\"?"]
    )
  }

  @Test(
    arguments: [
      ("request", "request must be a table, not text"),
      ("oauth2.token", nil), ("oauth2.pkce", nil),
      ("capture", "capture must be a list, not text"),
      ("identity", "identity must be a table or a function, not text"),
    ] as [(String, String?)]
  )
  func `a wrong kind is told in plain words`(path: String, message: String?) {
    let problems = problems(Sample.oauth2.setting(path, "x"))
    if let message { #expect(problems.first == message) }
    #expect(!problems.joined().contains("`"))
  }

  @Test
  func `all problems are reported in the order of the file`() throws {
    let table = Sample.oauth2
      .setting("oauth2.client_auth", "baisc")
      .setting("name", 7)
      .setting("oauth2.scopes", [1])
    let lines = ["oauth2.client_auth": 9, "name": 3, "oauth2": 6]
    let error = #expect(throws: DescriptorError.self) { _ = try load(table, lines: lines) }
    #expect(
      error?.lines == [
        "two.lua:3: name must be text, not a number",
        "two.lua:6: oauth2.scopes[1] must be text, not a number",
        "two.lua:9: oauth2.client_auth is \"baisc\", not one of \"basic\", \"basic_raw\", "
          + "\"basic_secret\", \"post\", \"post_jwt\", \"none\", \"private_key_jwt\", "
          + "\"client_secret_jwt\", \"tls\"; did you mean \"basic\"?",
      ]
    )
  }

  @Test
  func `what a later version honours is refused and not ignored`() {
    let found = problems(Sample.oauth2.setting("oauth2.grants", ["implicit"]))
    #expect(
      found.contains(
        "oauth2.grants[1] = \"implicit\" belongs to API 1 but is not supported by this version of authrun"
      )
    )
  }

  @Test
  func `a feature that this version lacks is refused before anything else is looked at`() {
    let table = Sample.oauth2.setting("features", ["teleport"]).setting("nonsense", true)
    #expect(
      problems(table) == ["needs the feature \"teleport\", which this version of authrun lacks"]
    )
    #expect(problems(Sample.oauth2.setting("features", [])) == [])
  }

  @Test
  func `a deprecated field is honoured, and reported once with what to write instead`() {
    let schema = TableSchema(
      "sample",
      "A table.",
      [
        Field("old", .text, "A field.").deprecated(instead: "write \"new\""),
        Field("new", .text, "A field."),
      ]
    )
    var validator = SchemaValidator()
    validator.validate(
      ScriptTable(fields: ["old": "a", "new": "b"]),
      schema,
      at: FieldPath.root.appending("sample")
    )
    #expect(validator.problems.isEmpty)
    #expect(
      validator.deprecations.map(\.text) == ["sample.old is deprecated: write \"new\""]
    )
    #expect(schema.supported.map(\.key) == ["old", "new"])
  }

  @Test
  func `a later API is refused before anything else is looked at`() {
    let table = Sample.oauth2.setting("api", 2).setting("nonsense", true).setting("id", 5)
    #expect(problems(table, file: "two.lua") == ["needs authrun with API 2; this one has 1"])
  }

  @Test
  func `a file without api is refused`() {
    #expect(problems(Sample.oauth2.setting("api", nil)) == ["\"api = 1\" is missing"])
    #expect(problems(Sample.oauth2.setting("api", 0)) == ["api is 0; there is no such API"])
    #expect(
      problems(Sample.oauth2.setting("api", "1")) == ["api must be a whole number such as 1"]
    )
  }

  @Test
  func `a list is no table of names and a table of names no list`() {
    #expect(
      problems(Sample.oauth2.setting("oauth2.scopes", ["a": "b"]))
        == ["oauth2.scopes is a list; \"a\" has no place in it"]
    )
    #expect(
      problems(Sample.oauth2.setting("request.headers", ["b"]))
        == ["a value without a name in request.headers"]
    )
  }

  @Test
  func `text with control characters or bytes that are not UTF-8 is refused`() {
    #expect(
      problems(Sample.oauth2.setting("name", "a\u{1B}[31m"))
        == ["name contains a control character"]
    )
    #expect(
      problems(Sample.oauth2.setting("name", .string([0xFF]))) == ["name is not UTF-8 text"]
    )
  }

  @Test
  func `every field has a sentence and a key of its own`() {
    func check(_ schema: TableSchema) {
      #expect(Set(schema.fields.map(\.key)).count == schema.fields.count)
      for field in schema.fields {
        #expect(field.doc.hasSuffix("."), "\(schema.title).\(field.key)")
      }
      for (_, schema) in schema.nested { check(schema) }
    }
    check(DescriptorSchema.root)
  }

  @Test
  func `a deprecated field is told with its line, and the file holds`() throws {
    let source = """
      return provider {
        api = 1, id = "own", kind = "custom",
        login = function() end,
        old = "x",
      }
      """
    let schema = TableSchema(
      "descriptor",
      "A provider.",
      DescriptorSchema.root.fields
        + [Field("old", .text, "A field.").deprecated(instead: "write \"new\"")]
    )
    let table = try ScriptDeclaration.load(
      source: Array(source.utf8),
      chunkName: "own.lua",
      isolation: .thread
    )
    let descriptor = try DescriptorLoader.descriptor(
      from: table,
      source: DescriptorSource(
        path: "/own.lua",
        fileName: "own.lua",
        bytes: Array(source.utf8),
        isolation: .thread
      ),
      schema: schema
    ) { KeyLocator(source: Array(source.utf8)).line(of: $0.description) }
    #expect(descriptor.deprecations.map(\.line) == [4])
    #expect(descriptor.deprecations.map(\.text) == ["old is deprecated: write \"new\""])
  }
}
