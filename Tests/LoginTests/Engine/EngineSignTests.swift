import Crypto
import Foundation
import Standards
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Login

/// Signing and verifying without sending: the request that Twitter documents, its signature made by Python's `hmac`.
@Suite
struct EngineSignTests {
  private struct FrozenClock: Standards.Clock {
    func now() -> Timestamp { Timestamp(seconds: 1_318_622_958) }
  }

  private final class Events: TraceSink {
    private let events = Mutex<[TraceEvent]>([])

    func record(_ event: TraceEvent) {
      events.withLock { $0.append(event) }
    }

    var all: [TraceEvent] { events.withLock { $0 } }
  }

  private static let token = "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"
  private static let tokenSecret = "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtW2YPi5kE"
  private static let consumerSecret = "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"
  private static let url = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true"
  private static let form =
    "status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21"

  private let home: TemporaryHome
  private let events = Events()
  private let engine: Engine

  init() throws {
    home = try TemporaryHome()
    // The same service with the signature in another place, and one with a plain token.
    for transport in ["query", "body"] {
      let source = try String(
        contentsOfFile: PackageLayout.providers + "/twitter.lua",
        encoding: .utf8
      )
      .replacing(#"id = "twitter""#, with: #"id = "by\#(transport)""#)
      .replacing(#"signature = "#, with: #"transport = "\#(transport)", signature = "#)
      try home.write(source, to: "providers/by\(transport).lua")
    }
    var settings = EngineSettings()
    settings.environment = home.environment
    settings.vault = home.file("vault.db")
    settings.providerDirectories = [home.file("providers"), PackageLayout.providers]
    settings.trace = events
    engine = try Engine(settings, clock: FrozenClock())
    let vault = try Vault.open(
      try VaultLocation(explicit: settings.vault, environment: home.environment),
      create: true
    )
    for provider in ["twitter", "byquery", "bybody"] {
      let credential = Credential(
        kind: .oauth1,
        accessToken: Secret(Self.token),
        tokenSecret: Secret(Self.tokenSecret),
        tokenType: "oauth1",
        issuedAt: FrozenClock().now(),
        options: [
          "consumer_key": .secret(Secret("xvz1evFS4wEEPTGEFPHBog")),
          "consumer_secret": .secret(Secret(Self.consumerSecret)),
        ],
        hosts: [
          "api.twitter.com", "consumer_secret to api.twitter.com", "password to api.twitter.com",
        ]
      )
      try vault.write(AccountID(provider: provider), credential, replacing: nil)
    }
    let bearer = Credential(
      kind: .oauth2,
      accessToken: Secret("bearer-token"),
      tokenType: "Bearer",
      issuedAt: FrozenClock().now(),
      options: ["client_id": .text("id"), "client_secret": .secret(Secret("secret"))],
      hosts: [
        "accounts.spotify.com", "api.spotify.com", "client_secret to accounts.spotify.com",
      ]
    )
    try vault.write(AccountID(provider: "spotify"), bearer, replacing: nil)
  }

  private func update(
    url: String = url,
    form: String = form,
    method: String = "POST",
    _ change: (String) -> String = { $0 }
  ) -> APIRequest {
    let header =
      #"OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", "#
      + #"oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", "#
      + #"oauth_signature="z8rZb1sPZJF3G8%2BFna%2BaKUXdsg0%3D", "#
      + #"oauth_signature_method="HMAC-SHA1", oauth_timestamp="1318622958", "#
      + #"oauth_token="\#(Self.token)", oauth_version="1.0""#
    return APIRequest(
      method: method,
      target: url,
      headers: HTTPFields([
        HTTPField("Content-Type", "application/x-www-form-urlencoded"),
        HTTPField("Authorization", change(header)),
      ]),
      body: Array(form.utf8)
    )
  }

  private func unsigned(_ url: String = url, form: String = form) -> APIRequest {
    APIRequest(
      method: "POST",
      target: url,
      headers: HTTPFields([HTTPField("Content-Type", "application/x-www-form-urlencoded")]),
      body: Array(form.utf8)
    )
  }

  private func fault(
    _ account: String = "twitter",
    _ body: (AccountID) async throws -> Void
  ) async -> AuthRunError? {
    do {
      try await body(AccountID(provider: account))
      return nil
    } catch {
      return error as? AuthRunError
    }
  }

  @Test
  func `a signature that another program made holds`() async throws {
    let received = try await engine.verify(update(), as: AccountID(provider: "twitter"))
    #expect(received.timestamp == FrozenClock().now())
  }

  /// A change to the signed request, and what is then said about it.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var url = EngineSignTests.url
    var form = EngineSignTests.form
    var method = "POST"
    var old = ""
    var new = ""
    var reason = "the signature does not hold"
  }

  @Test(
    arguments: [
      Change(testDescription: "method", method: "PUT"),
      Change(testDescription: "path", url: url.replacing("update", with: "updates")),
      Change(testDescription: "host", url: url.replacing("api.", with: "apis.")),
      Change(testDescription: "query", url: url.replacing("true", with: "false")),
      Change(testDescription: "form", form: form.replacing("Hello", with: "Hallo")),
      Change(testDescription: "nonce", old: "kYjzV", new: "kYjzW"),
      Change(testDescription: "timestamp", old: "1318622958", new: "1318622959"),
      Change(testDescription: "signature", old: "z8rZ", new: "z8rY"),
      Change(
        testDescription: "consumer",
        old: "xvz1",
        new: "xvz2",
        reason: "oauth_consumer_key is not this account's"
      ),
      Change(
        testDescription: "token",
        old: "370773112",
        new: "370773113",
        reason: "oauth_token is not this account's"
      ),
      Change(
        testDescription: "signature method",
        old: "HMAC-SHA1",
        new: "PLAINTEXT",
        reason: "it is not signed with HMAC-SHA1"
      ),
      Change(
        testDescription: "version",
        old: #"version="1.0"#,
        new: #"version="2.0"#,
        reason: "oauth_version is not 1.0"
      ),
      Change(
        testDescription: "scheme",
        old: "OAuth ",
        new: "Bearer ",
        reason: "the Authorization field cannot be read"
      ),
      Change(
        testDescription: "repetition",
        old: "OAuth ",
        new: #"OAuth oauth_nonce="x", "#,
        reason: "stands in the request twice"
      ),
    ]
  )
  func `any change to a signed request is found, and named`(change: Change) async throws {
    let request = update(url: change.url, form: change.form, method: change.method) {
      change.old.isEmpty ? $0 : $0.replacing(change.old, with: change.new)
    }
    let error = await fault { _ = try await engine.verify(request, as: $0) }
    #expect(error?.code == .signatureInvalid)
    #expect(error?.code.exitStatus == 76)
    #expect(error?.message.contains(change.reason) == true, "\(error?.message ?? "holds")")
    #expect(error.map { "\($0)" }?.contains(Self.tokenSecret) == false)
  }

  @Test
  func `a request without a signature, and an account that does not sign, are invalid input`()
    async
  {
    let missing = await fault { _ = try await engine.verify(unsigned(), as: $0) }
    #expect(missing?.code == .inputInvalid)
    let bearer = await fault("spotify") { _ = try await engine.verify(update(), as: $0) }
    #expect(bearer?.code == .inputInvalid)
  }

  @Test
  func `a signed header holds when verified, and each has its own nonce`() async throws {
    let account = AccountID(provider: "twitter")
    var headers: Set<String> = []
    for _ in 0..<2 {
      let signed = try await engine.sign(unsigned(), as: account)
      #expect(signed.url.text == Self.url)
      #expect(signed.body == nil)
      #expect(signed.fields.map(\.name) == ["Authorization"])
      let header = try #require(signed.fields.first)
      headers.insert(header.value)
      var request = unsigned()
      request.headers.fields.append(header)
      _ = try await engine.verify(request, as: account)
    }
    #expect(headers.count == 2)
  }

  @Test
  func `a signature in the query or in the body is where the provider looks for it`() async throws {
    let byQuery = try await engine.sign(unsigned(), as: AccountID(provider: "byquery"))
    #expect(byQuery.fields.isEmpty)
    #expect(byQuery.url.text.hasPrefix(Self.url + "&oauth_consumer_key="))
    let byBody = try await engine.sign(unsigned(), as: AccountID(provider: "bybody"))
    #expect(byBody.fields.isEmpty)
    #expect(byBody.url.text == Self.url)
    let body = String(decoding: try #require(byBody.body), as: UTF8.self)
    #expect(body.hasPrefix(Self.form + "&oauth_consumer_key="))
    var request = unsigned(byQuery.url.text)
    _ = try await engine.verify(request, as: AccountID(provider: "byquery"))
    request = unsigned(form: body)
    _ = try await engine.verify(request, as: AccountID(provider: "bybody"))
  }

  @Test
  func `a bearer account gives its header, also for a path`() async throws {
    let signed = try await engine.sign(
      APIRequest(method: "GET", target: "/me"),
      as: AccountID(provider: "spotify")
    )
    #expect(signed.fields == [HTTPField("Authorization", "Bearer bearer-token")])
    #expect(signed.url.text == "https://api.spotify.com/v1/me")
  }

  @Test(arguments: ["twitter", "spotify"])
  func `nothing is signed for a host that the descriptor does not name`(provider: String) async {
    let error = await fault(provider) {
      _ = try await engine.sign(unsigned("https://evil.example/"), as: $0)
    }
    #expect(error?.code == .hostNotAllowed)
    #expect(error?.step == "sign")
  }

  @Test
  func `the trace has every step and neither secrets nor the signature`() async throws {
    let signed = try await engine.sign(unsigned(), as: AccountID(provider: "twitter"))
    let names = events.all.compactMap { event -> String? in
      guard case .derived("sign", let name, _, _) = event else { return nil }
      return name
    }
    #expect(
      names == ["base_uri", "sorted_parameters", "base_string", "signing_key", "oauth_signature"]
    )
    let text = "\(events.all)"
    #expect(text.contains("POST&https%3A%2F%2Fapi.twitter.com%2F1.1%2Fstatuses%2Fupdate.json&"))
    let header = try #require(signed.fields.first?.value)
    let received = try OAuth1AuthorizationHeader.parse(header).parameters
    let signature = try #require(received.first("oauth_signature"))
    for secret in [Self.token, Self.tokenSecret, Self.consumerSecret, signature] {
      #expect(!text.contains(secret))
      #expect(!text.contains(PercentEncoding.encode(secret)))
    }
  }
}
