import Foundation
import Providers
import Standards
import Testing

/// The descriptors in the project's `providers` folder.
enum Shipped {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "providers")

  static let ids: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }.sorted()
  }()

  static func descriptor(_ id: String) throws -> Descriptor {
    let file = folder.appending(path: "\(id).lua")
    return try DescriptorLoader.load(
      source: Array(Data(contentsOf: file)),
      path: file.path,
      isolation: .thread
    )
  }
}

@Suite
struct ShippedDescriptorTests {
  @Test(arguments: Shipped.ids)
  func `each shipped descriptor loads`(id: String) throws {
    #expect(try Shipped.descriptor(id).id == id)
  }

  @Test
  func `twitter is the three-legged login at its real addresses`() throws {
    let twitter = try Shipped.descriptor("twitter")
    let spec = try #require(twitter.oauth1)
    #expect(twitter.kind == .oauth1)
    #expect(spec.requestToken?.urls.first?.source == "https://api.twitter.com/oauth/request_token")
    #expect(spec.authorize?.urls.first?.source == "https://api.twitter.com/oauth/authorize")
    #expect(spec.accessToken?.urls.first?.source == "https://api.twitter.com/oauth/access_token")
    #expect(spec.signature == .hmacSHA1 && spec.transport == .header)
    #expect(spec.requiresCallbackConfirmed && spec.requiresVerifier && spec.allowsXAuth)
    #expect(twitter.capture.map(\.way) == [.loopback, .pin])
    #expect(twitter.capture.map(\.redirectURI) == ["http://127.0.0.1:8910/callback", "oob"])
    #expect(
      twitter.options.map(\.name) == [
        "consumer_key", "consumer_secret", "password", "username",
      ]
    )
    #expect(twitter.identity?.source == .tokenResponse)
    #expect(try twitter.identity?.id == JSONPointer("/user_id"))
    #expect(try twitter.hostSet([:]).names == ["api.twitter.com"])
  }

  @Test
  func `spotify is the authorization code with PKCE and HTTP Basic`() throws {
    let spotify = try Shipped.descriptor("spotify")
    let spec = try #require(spotify.oauth2)
    #expect(spotify.kind == .oauth2)
    #expect(spec.grants == [.authorizationCode])
    #expect(spec.clientAuthentication == .basic && spec.pkce == .required)
    #expect(spec.token.body == .form && spec.refresh == spec.token)
    #expect(spec.scopes == ["user-read-email"] && spec.scopeSeparator == " ")
    #expect(spotify.loosened.isEmpty)
    #expect(try spotify.hostSet([:]).names == ["accounts.spotify.com", "api.spotify.com"])
    #expect(try spotify.secretBindings([:])["client_secret"]?.names == ["accounts.spotify.com"])
  }

  @Test
  func `acme logs in by script and may reach its back end only`() throws {
    let acme = try Shipped.descriptor("acme")
    #expect(acme.kind == .custom)
    #expect(acme.hooks == [.login, .refresh])
    #expect(acme.options.map(\.name) == ["app_key", "base", "user_id"])
    let values = ["base": OptionValue.text("https://api.acme.example:8443")]
    #expect(try acme.hostSet(values).names == ["api.acme.example:8443"])
    #expect(try acme.secretBindings(values)["app_key"]?.names == ["api.acme.example:8443"])
    #expect(acme.rehearsal?.replies.map(\.path) == ["/client/auth/init", "/me"])
    #expect(acme.rehearsal?.replies.map(\.requiresBearer) == [false, true])
  }
}
