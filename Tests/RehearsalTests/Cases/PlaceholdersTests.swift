import Foundation
import HTTP
import Login
import Providers
import Standards
import TestSupport
import Testing

@testable import Rehearsal

@Suite
struct PlaceholdersTests {
  private static func replaced(_ type: String, _ body: String) throws -> String {
    let descriptor = try DescriptorLoader.load(
      source: Array(CaseHome.oauth2.utf8),
      path: "shop.lua",
      isolation: .thread
    )
    var placeholders = Placeholders(descriptor)
    let response = HTTPResponse(
      status: 200,
      headers: HTTPFields([HTTPField("Content-Type", type), HTTPField("X-User", "ada")]),
      body: Array(body.utf8)
    )
    let step = placeholders.replace(in: .exchange(nil, .response(response)))
    guard case .exchange(nil, .response(let result)) = step else { return "?" }
    #expect(result.headers.fields.map(\.name) == ["Content-Type"])
    return String(decoding: result.body, as: UTF8.self)
  }

  @Test
  func `whatever is not a word of the protocol becomes a placeholder`() throws {
    let text = try Self.replaced(
      "application/json",
      #"{"access_token":"s3cr3t","again":"s3cr3t","token_type":"Bearer","expires_in":3600,"scope":"read","user":{"id":4711123,"mail":"ada@example.org"},"api":"https://api.shop.example/v2/ada","ok":true}"#
    )
    #expect(
      text
        == #"{"access_token":"access_token-1","again":"access_token-1","token_type":"Bearer","expires_in":3600,"scope":"read","user":{"id":1001,"mail":"mail-1"},"api":"https://api.shop.example","ok":true}"#
    )
  }

  @Test
  func `a cookie that the descriptor speaks of stays by name, and no other`() throws {
    let source = CaseHome.oauth2.replacing(
      "request = {",
      with: "request = { token = { cookie = \"SID\" },"
    )
    let descriptor = try DescriptorLoader.load(source: Array(source.utf8), path: "shop.lua")
    var placeholders = Placeholders(descriptor)
    let response = HTTPResponse(
      status: 200,
      headers: HTTPFields([
        HTTPField("Set-Cookie", "SID=s3cret; Domain=shop.example; HttpOnly"),
        HTTPField("Set-Cookie", "__cf=tracker"),
      ]),
      body: Array(#"{"session":"s3cret"}"#.utf8)
    )
    let step = placeholders.replace(in: .exchange(nil, .response(response)))
    guard case .exchange(nil, .response(let result)) = step else { return }
    #expect(result.headers.fields == [HTTPField("Set-Cookie", "SID=sid-1")])
    #expect(String(decoding: result.body, as: UTF8.self) == #"{"session":"sid-1"}"#)
  }

  @Test
  func `form answers lose their secrets too, whatever their type says`() throws {
    for type in ["application/x-www-form-urlencoded", "text/html"] {
      let text = try Self.replaced(
        type,
        "oauth_token=abc&oauth_token_secret=def&oauth_callback_confirmed=true&user_id=17"
      )
      #expect(
        text
          == "oauth_token=oauth_token-1&oauth_token_secret=oauth_token_secret-1"
          + "&oauth_callback_confirmed=true&user_id=user_id-1"
      )
    }
    #expect(try Self.replaced("text/plain", "Hello Ada, your key is 12") == "(a text)")
  }

  @Test
  func `a JSON Web Token keeps its times and nothing else`() throws {
    // {"alg":"RS256"}.{"sub":"ada","exp":1700000000}
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEiLCJleHAiOjE3MDAwMDAwMDB9.c2ln"
    let text = try Self.replaced("application/json", #"{"access_token":"\#(token)"}"#)
    let value = try JSONReader.read(Array(text.utf8))["access_token"]?.string
    let claims = try JWTClaims.unverified(#require(value))
    #expect(claims.claims.members.map(\.name) == ["exp"])
  }
}
