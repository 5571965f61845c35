import Crypto
import Foundation
import Standards
import TestSupport
import Testing

/// A request with its base string and signature.
struct BaseStringCase: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let section: String
  let method: String
  let url: String
  let body: String?
  let contentType: String?
  let callback: String?
  let base: String
  let signature: String

  var testDescription: String { "\(id), \(section)" }
}

@Suite
struct SignatureBaseStringTests {
  @Test(arguments: try vectors("oauth1-base-strings", as: BaseStringCase.self, in: .module))
  func `requests give the base string and the signature of the table`(
    _ row: BaseStringCase
  ) throws {
    let request = try OAuth1TestValues.request(
      row.method,
      row.url,
      body: row.body ?? "",
      contentType: row.contentType
    )
    // The table signs with a token secret but without a token.
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(
      request,
      row.callback.map { [("oauth_callback", $0)] } ?? []
    )
    #expect(signed.baseString.text == row.base)
    let signer = OAuth1TestValues.signer(OAuth1TestValues.client(), secret: "ts")
    #expect(try signer.signature(over: signed.baseString.text) == row.signature)
  }

  @Test
  func `the printed base string of the specification is reproduced`() throws {
    let parameters = Parameters([
      ("b5", "=%3D"), ("a3", "a"), ("c@", ""), ("a2", "r b"),
      ("oauth_consumer_key", "9djdj82h48djs9d2"), ("oauth_token", "kkk9d7dh3k39sjv7"),
      ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"),
      ("oauth_nonce", "7d8f3e4a"), ("c2", ""), ("a3", "2 q"),
    ])
    let base = try SignatureBaseString(
      method: "post",
      url: try URI("http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
      parameters: parameters
    )
    // RFC 5849 §3.4.1.1; the signature printed there belongs to another text (erratum), so that the
    // value is that of an independent reference.
    #expect(
      base.text
        == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"
    )
    let signer = OAuth1TestValues.signer(
      OAuth1TestValues.client(secret: "j49sk3j29djd"),
      secret: "dh893hdasih9"
    )
    #expect(try signer.signature(over: base.text) == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
  }

  struct CommunityCase: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let method: String
    let url: String
    let parameters: [[String]]
    let base: String
    let consumerSecret: String?
    let tokenSecret: String?
    let signature: String?
    var testDescription: String { id }
  }

  @Test(arguments: try vectors("oauth1-wiki", as: CommunityCase.self, in: .module))
  func `the community's base strings and signature are reproduced`(_ row: CommunityCase) throws {
    let base = try SignatureBaseString(
      method: row.method,
      url: URI(row.url),
      parameters: Parameters(row.parameters.map { ($0[0], $0[1]) })
    )
    #expect(base.text == row.base)
    guard let secret = row.consumerSecret, let signature = row.signature else { return }
    let signer = OAuth1TestValues.signer(
      OAuth1TestValues.client(secret: secret),
      secret: row.tokenSecret
    )
    #expect(try signer.signature(over: base.text) == signature)
  }

  @Test(arguments: [
    ("abcABC123", "abcABC123"), ("-._~", "-._~"), ("%", "%25"), ("+", "%2B"),
    ("&=*", "%26%3D%2A"), ("\n", "%0A"), (" ", "%20"), ("\u{7F}", "%7F"), ("\u{80}", "%C2%80"),
    ("\u{3001}", "%E3%80%81"),
  ])
  func `the community's encoding cases hold`(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
  }

  @Test(arguments: [
    ("name", "name="), ("a=b", "a=b"), ("a=b&c=d", "a=b&c=d"),
    ("a=x!y&a=x+y", "a=x%20y&a=x%21y"), ("x!y=a&x=a", "x=a&x%21y=a"),
    ("v=%26%3D%2A", "v=%26%3D%2A"), ("v=%0A%7F", "v=%0A%7F"),
    ("v=%C2%80%E3%80%81", "v=%C2%80%E3%80%81"),
  ])
  func `the community's normalisation cases hold`(_ query: String, _ normalized: String) throws {
    #expect(ParameterNormalization.normalized(try FormEncoding.decode(query)) == normalized)
  }

  @Test
  func `O-13 the authority is that of the Host field that is sent`() throws {
    let request = try OAuth1TestValues.request(
      "GET",
      "https://127.0.0.1:8443/a",
      host: "API.example.com:443"
    )
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    #expect(signed.baseString.uri == "https://api.example.com/a")
  }

  @Test(arguments: ["", "a/b", "a?b", "u@h", "a b", "h:99999"])
  func `a Host field that names no host is refused`(_ host: String) throws {
    let request = try OAuth1TestValues.request("GET", "https://h/", host: host)
    #expect(throws: OAuth1Error.malformedHost) {
      try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    }
  }

  @Test
  func `the parts are exposed for the trace`() throws {
    let request = try OAuth1TestValues.request("GET", "https://example.com?a=1")
    let base = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request).baseString
    #expect(base.method == "GET")
    #expect(base.uri == "https://example.com/")
    #expect(base.parameters.hasPrefix("a=1&oauth_consumer_key=ck&oauth_nonce=n"))
  }

  @Test(arguments: [
    "multipart/form-data; boundary=x", "application/json", "application/x-www-form-urlencoded-2",
    "text/plain",
  ])
  func `O-20 only a single-part form body is signed`(_ type: String) throws {
    let request = try OAuth1TestValues.request(
      "POST",
      "https://example.com/",
      body: "status=hi",
      contentType: type
    )
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    #expect(!signed.baseString.parameters.contains("status"))
  }

  @Test(arguments: [
    "application/x-www-form-urlencoded", "APPLICATION/X-WWW-Form-URLEncoded",
    "application/x-www-form-urlencoded;charset=\"utf-8\"",
    "application/x-www-form-urlencoded ; charset=UTF-8",
  ])
  func `O-21 parameters and case of the media type do not matter`(_ type: String) throws {
    let request = try OAuth1TestValues.request(
      "POST",
      "https://example.com/",
      body: "status=hi",
      contentType: type
    )
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    #expect(signed.baseString.parameters.contains("status=hi"))
  }

  @Test
  func `O-17 a broken escape in the body names the field by its number`() throws {
    let request = try OAuth1TestValues.request(
      "POST",
      "https://example.com/",
      body: "&ok=1&&bad=%zz",
      contentType: "application/x-www-form-urlencoded"
    )
    #expect(throws: OAuth1Error.malformedEscape(.body, pair: 2)) {
      try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    }
  }

  @Test
  func `O-17 bytes that are not UTF-8 name the field by its number`() throws {
    let request = try OAuth1TestValues.request("GET", "https://example.com/?a=%C3")
    #expect(throws: OAuth1Error.notUTF8(.query, pair: 1)) {
      try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    }
  }

  @Test(arguments: ["a=%%F0", "a=%zz", "a=%", "a=%4"])
  func `O-17 a broken escape in a query is refused before anything is signed`(_ query: String) {
    #expect(throws: URIError.self) { try URI("https://example.com/?\(query)") }
    #expect(throws: URIError.self) { try URI(typed: "https://example.com/?\(query)") }
  }

  @Test
  func `O-18 characters typed as they are become UTF-8 and are signed as that`() throws {
    let request = HTTPRequest(
      method: "GET",
      url: try URI(typed: "https://example.com/?foo=λ&e=🎱")
    )
    let signed = try OAuth1TestValues.signer(OAuth1TestValues.client()).sign(request)
    #expect(signed.request.url.query == "foo=%CE%BB&e=%F0%9F%8E%B1")
    #expect(signed.baseString.text.contains("foo%3D%25CE%25BB"))
    #expect(signed.baseString.text.contains("&e%3D%25F0%259F%258E%25B1%26foo"))
  }
}
