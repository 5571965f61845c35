import Standards
import Testing

@testable import Login
@testable import Providers

/// A secret that is bound to some hosts goes to no other, whichever field would send it.
@Suite(.timeLimit(.minutes(1)))
struct BindingTests {
  private static let key =
    "options = { key = { type = 'secret', required = true, bind = { 'a.example' } } },"

  /// Nothing that `b.example` got holds the secret.
  private func expectKept(_ secret: String, _ rig: LoginRig) {
    let basic = Base64.encode(Array("ID:\(secret)".utf8))
    for request in rig.service.requests where request.url.host == "b.example" {
      let fields = request.headers.fields.map(\.value).joined(separator: "\n")
      let whole = "\(request.url.text)\n\(fields)\n\(request.text)"
      #expect(!whole.contains(secret) && !whole.contains(basic), "\(whole)")
    }
  }

  @Test(arguments: [
    "identity = { post = 'https://b.example/me', form = { k = '{key}' }, id = '/id' },",
    "identity = { post = 'https://b.example/me', json = { k = '{key}' }, id = '/id' },",
    "identity = { get = 'https://b.example/me', headers = { ['x-k'] = '{key}' }, id = '/id' },",
    "lookups = { { get = 'https://b.example/me', headers = { ['x-k'] = '{key}' }, keep = { '/id' } } },",
    "request = { base = 'https://b.example', headers = { ['x-k'] = '{key}' } },",
    "request = { base = 'https://b.example', query = { k = '{key}' } },",
  ])
  func `what follows a login sends it nowhere else`(fields: String) async throws {
    let rig = try LoginRig(
      """
      \(Self.key)
      \(fields)
      hosts = { "a.example", "b.example" },
      login = function(ctx) return { access = "A-1" } end,
      """,
      redirect: ""
    )
    for method in ["GET", "POST"] {
      rig.service.on(method, "https://b.example/me", json: ["id": "7"])
    }
    _ = try? await rig.login(["key": "k3y-value"])
    _ = try? await rig.get("https://b.example/me")
    expectKept("k3y-value", rig)
  }

  @Test(arguments: ["request_token", "access_token"], ["params = { k", "headers = { ['x-k']"])
  func `OAuth 1.0a sends it nowhere else`(step: String, place: String) async throws {
    let urls = ["request_token", "authorize", "access_token"].map { name in
      let url = "https://b.example/\(name)"
      return name == step
        ? "\(name) = { url = '\(url)', \(place) = '{key}' } }," : "\(name) = '\(url)',"
    }
    let rig = try LoginRig("\(Self.key)\noauth1 = { \(urls.joined(separator: "\n")) },")
    let answer = "oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true"
    for name in ["request_token", "access_token"] {
      rig.service.on("POST", "https://b.example/\(name)", text: answer)
    }
    let error = await rig.failure([
      "key": "k3y-value", "consumer_key": "ck", "consumer_secret": "cs",
    ])
    #expect(error?.code == .hostNotAllowed)
    #expect(error?.message.contains("the secret key to https://b.example") == true)
    expectKept("k3y-value", rig)
  }

  @Test(arguments: [
    "api_key = { key = '{key}', verify = 'https://b.example/me' },",
    "basic = { username = 'ID', password = '{key}', verify = 'https://b.example/me' },",
  ])
  func `a key of the user's own goes where it is bound`(fields: String) async throws {
    let rig = try LoginRig(
      "\(Self.key)\n\(fields)\nhosts = { 'a.example', 'b.example' },",
      redirect: ""
    )
    rig.service.on("GET", "https://b.example/me", json: [:])
    let error = await rig.failure(["key": "k3y-value"])
    #expect(error?.code == .hostNotAllowed, "\(String(describing: error))")
    #expect(
      error?.message
        == "the token would carry the secret key to https://b.example, to which it is not bound"
    )
    expectKept("k3y-value", rig)
  }

  @Test(arguments: ["", "sign = function(ctx, r, t) return { headers = { k = t.access } } end,"])
  func `a key goes with requests to the hosts that it is bound to`(hook: String) async throws {
    let rig = try LoginRig(
      """
      \(Self.key)
      api_key = { key = "{key}" },
      request = { token = { header = "k" } },
      hosts = { "a.example", "b.example" },
      \(hook)
      """,
      redirect: ""
    )
    for host in ["a.example", "b.example"] {
      rig.service.on("GET", "https://\(host)/me", json: [:])
    }
    _ = try await rig.login(["key": "k3y-value"])
    _ = try await rig.get("https://a.example/me")
    #expect(rig.service.last("https://a.example/me")?.headers["k"] == "k3y-value")
    await #expect(throws: AuthRunError.self) { _ = try await rig.get("https://b.example/me") }
    #expect(rig.service.requests.count == 1)
  }

  @Test(arguments: [
    ("client_secret", "client_auth = 'basic'"), ("client_secret", "client_auth = 'post'"),
    ("client_secret", "client_auth = 'basic_raw'"),
  ])
  func `a client's own secret goes where it is bound`(name: String, field: String) async throws {
    let rig = try LoginRig(
      """
      options = { \(name) = { type = "secret", required = true, bind = { "a.example" } } },
      oauth2 = {
        authorize = "https://a.example/a", token = "https://b.example/token", \(field),
      },
      """
    )
    rig.service.on("POST", "https://b.example/token", json: .grant)
    let secret = "s3cret-value"
    let error = await rig.failure(["client_id": "ID", "client_secret": secret])
    #expect(error?.code == .hostNotAllowed, "\(String(describing: error))")
    expectKept(secret, rig)
  }

  @Test
  func `a password goes where it is bound`() async throws {
    let rig = try LoginRig(
      """
      options = { password = { type = "secret", required = true, bind = { "a.example" } } },
      oauth2 = { token = "https://b.example/token", grants = { "password" } },
      """,
      redirect: ""
    )
    rig.service.on("POST", "https://b.example/token", json: .grant)
    let error = await rig.failure([
      "client_id": "ID", "client_secret": "s3cret", "username": "me", "password": "pa55-w0rd",
    ])
    #expect(error?.code == .hostNotAllowed, "\(String(describing: error))")
    expectKept("pa55-w0rd", rig)
  }

  @Test
  func `a consumer's secret that is its own signature goes where it is bound`() async throws {
    let rig = try LoginRig(
      """
      options = { consumer_secret = { type = "secret", required = true, bind = { "a.example" } } },
      oauth1 = {
        request_token = "https://b.example/r", authorize = "https://b.example/a",
        access_token = "https://b.example/t", signature = "PLAINTEXT",
      },
      """
    )
    let error = await rig.failure(["consumer_key": "ck", "consumer_secret": "s3cret-value"])
    #expect(error?.code == .hostNotAllowed)
    expectKept("s3cret-value", rig)
  }
}
