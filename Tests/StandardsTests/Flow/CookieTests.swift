import Standards
import Testing

@Suite
struct CookieTests {
  private static let now = Timestamp(seconds: 1_800_000_000)

  @Test(arguments: ["B1SESSION", "__Host-sid", "connect.sid", "a"])
  func `a cookie's name is a token`(_ name: String) {
    #expect(Cookie.isName(name))
  }

  @Test(arguments: ["", "a b", "a;b", "a=b", "ä", "a\r\n", "a,b"])
  func `another text is no cookie's name`(_ name: String) {
    #expect(!Cookie.isName(name))
  }

  @Test(arguments: [
    "", "abc-DEF_1.2~", "s%3Aabc.def", "a=b==", "\"quoted\"", "a|b", "!#$%&'()*+-./:<=>?@[]^_`{|}~",
  ])
  func `cookie-octets are a value, between quotes too`(_ value: String) {
    #expect(Cookie.isValue(value))
  }

  @Test(arguments: [
    "a b", "a;b", "a,b", "a\\b", "a\"b", "\"", "\"a", "a\r\nX: y", "\u{7F}", "é", "\0", "\t",
  ])
  func `a byte that would end the cookie or the field is refused`(_ value: String) {
    #expect(!Cookie.isValue(value))
  }

  @Test
  func `a request has one field for all cookies`() {
    var fields = HTTPFields([HTTPField("cookie", "a=1; b=2"), HTTPField("Accept", "*/*")])
    fields.addCookie("c", "3")
    #expect(fields.values("Cookie") == ["a=1; b=2; c=3"])
    #expect(fields.cookie("b") == "2" && fields.cookie("c") == "3" && fields.cookie("B") == nil)
  }

  private static func set(_ fields: String..., name: String = "S") -> String? {
    HTTPFields(fields.map { HTTPField("Set-Cookie", $0) }).setCookie(name, at: now)
  }

  @Test
  func `a cookie is read as user agents read it`() {
    #expect(Self.set("S=abc; Path=/; Secure; HttpOnly; SameSite=None") == "abc")
    #expect(Self.set(" S = a=b== ;Max-Age=60") == "a=b==")
    #expect(Self.set("other=1", "S=2") == "2")
    #expect(Self.set("s=lower") == nil)
    #expect(Self.set("S") == nil)
    #expect(Self.set("=x; S=2") == nil)
    #expect(Self.set("a=1, S=2") == nil)
  }

  @Test(arguments: [
    "S=; Path=/", "S=x; Max-Age=0", "S=x; max-age=-1",
    "S=x; Expires=Thu, 01-Jan-1970 00:00:10 GMT", "S=x; expires=Thu, 01 Jan 1970 00:00:00 GMT",
  ])
  func `a removed cookie is none, whatever else lives`(_ removal: String) {
    #expect(Self.set(removal) == nil)
    #expect(Self.set(removal, "S=new") == "new")
    #expect(Self.set("S=new", removal) == "new")
  }

  @Test
  func `an end that lies ahead, or that nobody can read, removes nothing`() {
    #expect(Self.set("S=x; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/") == "x")
    #expect(Self.set("S=x; Expires=Wed, 09-Jun-2100 10:18:14 GMT; Max-Age=0") == nil)
    #expect(Self.set("S=x; Expires=soon; Max-Age=many") == "x")
    #expect(Self.set("S=1", "S=2") == "2")
  }
}
