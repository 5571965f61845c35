import Providers
import Standards
import Testing

@Suite
struct DescriptorCheckTests {
  private func report(_ text: String, file: String = "two.lua") -> CheckReport {
    DescriptorCheck.run(source: Array(text.utf8), file: file, isolation: .thread)
  }

  /// A descriptor with the given lines for `oauth2` from line 4 on, and for the rest after it.
  private func text(_ oauth2: String, _ rest: String = "") -> String {
    """
    return provider {
      api = 1, id = "two", docs = "https://two.example/docs",
      oauth2 = {
    \(oauth2)
      },
    \(rest)
    }
    """
  }

  private let plain = """
    authorize = "https://two.example/authorize",
    token = "https://two.example/token",
    """

  @Test
  func `a descriptor without faults has nothing to report`() {
    let report = report(text(plain))
    #expect(report.findings == [] && report.isValid)
  }

  @Test(arguments: Shipped.ids)
  func `the shipped descriptors have no warnings`(id: String) throws {
    let bytes = try Shipped.descriptor(id).source.bytes
    let report = DescriptorCheck.run(source: bytes, file: "\(id).lua", isolation: .thread)
    #expect(report.findings.filter { $0.level != .note } == [])
  }

  @Test
  func `errors have their lines and the file as it was given`() {
    let report = report(text(plain + "tokn = 1,"), file: "some/where/two.lua")
    #expect(!report.isValid)
    #expect(
      report.lines == [
        "some/where/two.lua:5: error: unknown key \"tokn\" in oauth2; did you mean \"token\"?"
      ]
    )
  }

  @Test
  func `a syntax error is a finding like others`() {
    let report = report("return provider {\n  api = = 1 }")
    #expect(report.findings.map(\.level) == [.error] && report.findings.first?.line == 2)
  }

  @Test(arguments: [
    (
      "authorize = 'https://two.example/t',\ntoken = 'https://two.example/t',", 5,
      "oauth2.token is the same URL as oauth2.authorize"
    ),
    (
      "authorize = 'https://two.example//a',\ntoken = 'https://two.example/t',", 4,
      "oauth2.authorize has a double slash in its path"
    ),
    (
      "authorize = 'https://two.example/a',\ntoken = 'https://Two.example/T',", 5,
      "oauth2.token has capital letters in its host"
    ),
    (
      "authorize = 'https://two.example/a',\ntoken = 'https://two.example/t',\nscope_separator = '+',",
      6,
      "oauth2.scope_separator is encoded once more: \"+\" becomes \"%2B\"; write what stands between "
        + "scopes before encoding, or say scope_raw = true"
    ),
    (
      "authorize = 'https://two.example/a',\ntoken = 'https://two.example/t',\nscope_separator = '%20',",
      6,
      "oauth2.scope_separator is encoded once more: \"%20\" becomes \"%2520\"; write what stands "
        + "between scopes before encoding, or say scope_raw = true"
    ),
    (
      "authorize = 'https://two.example/a',\ntoken = 'https://two.example/t',\nscopes = { 'a b' },",
      6, "\"a b\" contains the separator; write each scope for itself"
    ),
  ])
  func `a likely mistake is a warning with its line`(oauth2: String, line: Int, message: String) {
    let findings = report(text(oauth2)).findings
    #expect(findings == [Finding(.warning, line: line, message)])
  }

  @Test
  func `a value that nothing limits and a pattern that limits nothing are warnings`() {
    let urls = "authorize = 'https://two.example/a',\ntoken = 'https://{x}.two.example/t',"
    let open = report(text(urls, "options = { x = { required = true, help = 'X' } },"))
    #expect(
      open.findings.map(\.message)
        == ["oauth2.token contains {x}, whose value nothing limits; give it a pattern"]
    )
    let wide = report(
      text(
        "authorize = 'https://two.example/a',\ntoken = 'https://{x}/t',",
        "options = { x = { required = true, help = 'X', pattern = '.*' } },"
      )
    )
    #expect(
      wide.findings.map(\.message) == ["oauth2.token: the pattern of {x} allows every host"]
    )
  }

  @Test
  func `paste without a port, which only an option of the login could mend, is a warning`() {
    let messages = report(text(plain, "capture = { 'paste' },")).findings.map(\.message)
    #expect(messages.count == 1 && messages[0].contains("--redirect-uri"))
    let uri = "capture = { { via = 'paste', redirect_uri = 'http://127.0.0.1:1/cb' } },"
    #expect(report(text(plain, uri)).findings == [])
  }

  @Test
  func `what scripts lack is found before they run`() {
    let custom = """
      local load = function(x) return x end
      return provider {
        api = 1, id = "two", docs = "https://two.example/docs", hosts = { "two.example" },
        login = function(ctx)
          local text = "at " .. os.time() .. ctx.opt.io
          load "own"
          return { access = io.open(text) }
        end,
        -- os.exit() in a comment
      }
      """
    #expect(
      report(custom).findings == [
        Finding(.warning, line: 5, "'os' is not available to provider scripts"),
        Finding(.warning, line: 7, "'io' is not available to provider scripts"),
      ]
    )
  }

  @Test
  func `an option that is of no use is a warning`() {
    let rest = """
      options = {
        lost = { help = 'X' },
        both = { help = 'X', required = true, default = 'a' },
      },
      request = { base = 'https://two.example/{both}' },
      """
    let messages = report(text(plain, rest)).findings.map(\.message)
    #expect(messages.contains("options.lost is used nowhere"))
    #expect(messages.contains("options.both is required and has a default, so it is never missing"))
  }

  @Test
  func `each loosened check is a note with its line`() {
    let report = report(text(plain + "\npkce = 'forbidden',"))
    #expect(report.isValid)
    #expect(
      report.lines == [
        "two.lua:6: note: oauth2.pkce loosens a check: a stolen code can be used by whoever has the "
          + "client's secret"
      ]
    )
  }

  @Test
  func `a script's loosened checks are notes with their lines`() {
    let source = """
      return provider { api = 1, id = "two", name = "Two", docs = "https://a.example", kind = "custom",
        hosts = { "a.example" },
        options = { key = { type = "secret", bind = { "a.example" }, help = "h" }, id = { help = "h" } },
        login = function(ctx)
          local open = { query = { id = ctx.opt.id, n = #ctx.opt.id } }
          ctx.http.get { url = "https://a.example", query = { a = 1, k = ctx.opt.key } }
          local back = ctx.browser.authorize { url = "https://a.example", digests = "shown",
            query = { h = ctx.hash.md5 { ctx.opt.key, "x" }, g = ctx.hash.hmac_sha1(ctx.opt.key, "x") },
            state = false }
          local r = ctx.http.get { url = "https://a.example", take = { t = "/t" } }
          return ctx.http.get { url = "https://a.example", query = { { "t", r.taken.t } } }
        end }
      """
    let notes = report(source).lines.filter { $0.contains("loosens") }
    #expect(
      notes == [
        "two.lua:6: note: a secret in query loosens a check: it stands in URLs, which end up in logs",
        "two.lua:7: note: digests = \"shown\" loosens a check: what is derived from a secret stands in the "
          + "browser's URL",
        "two.lua:9: note: state = false loosens a check: any page that answers during the login is believed",
        "two.lua:11: note: a secret in query loosens a check: it stands in URLs, which end up in logs",
      ]
    )
  }

  @Test
  func `the report as JSON says the same`() {
    let report = report(text(plain + "\npkce = 'optional',"))
    #expect(
      report.json.serialized
        == #"{"file":"two.lua","valid":true,"findings":[{"level":"note","line":6,"message":"#
        + #""oauth2.pkce loosens a check: the service may not check that the code belongs to this "#
        + #"login"}]}"#
    )
  }

  @Test
  func `a summary tells what is asked for and what can be reached`() throws {
    let summary = DescriptorSummary(try Shipped.descriptor("acme"), isShipped: true)
    #expect(summary.hosts == ["{base}"])
    #expect(summary.lines.contains("  reaches  {base}"))
    #expect(
      summary.lines.contains(
        "    app_key: the app's key (secret; required; goes to {base} only; AUTHRUN_ACME_APP_KEY)"
      )
    )
    let twitter = DescriptorSummary(try Shipped.descriptor("twitter"), isShipped: false)
    #expect(twitter.hosts == ["api.twitter.com"])
    #expect(twitter.json["loosened"]?.array?.first?["field"]?.string == "oauth1.xauth")
  }
}
