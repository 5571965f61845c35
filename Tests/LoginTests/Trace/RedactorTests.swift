import Crypto
import Login
import Standards
import Testing

@Suite
struct RedactorTests {
  private let redactor = Redactor(hashing: OpenSSLHashing())
  private let secret = "s3cr3t/with+signs&more"

  @Test(arguments: [
    "s3cr3t/with+signs&more",
    "s3cr3t%2Fwith%2Bsigns%26more",
    "s3cr3t%252Fwith%252Bsigns%2526more",
  ])
  func `a learned secret is hidden in every encoding`(spelling: String) {
    redactor.learn(secret, as: "client_secret")
    let shown = redactor.redact("before \(spelling) after")
    #expect(shown.hasPrefix("before <client_secret:"))
    #expect(shown.hasSuffix("> after"))
    #expect(!shown.contains("s3cr3t"))
  }

  @Test
  func `the same secret has the same fingerprint and another one another`() {
    let first = redactor.fingerprint("value one", as: "token")
    #expect(first == redactor.fingerprint("value one", as: "token"))
    #expect(first != redactor.fingerprint("value two", as: "token"))
  }

  @Test
  func `a secret inside a longer secret does not uncover the rest`() {
    redactor.learn("inner-secret", as: "short")
    redactor.learn("outer-inner-secret-outer", as: "long")
    #expect(!redactor.redact("x outer-inner-secret-outer y").contains("outer"))
  }

  @Test
  func `text too short to be a secret does not blank out ordinary words`() {
    redactor.learn("a", as: "code")
    #expect(redactor.redact("a banana") == "a banana")
  }
}
