import Standards
import Testing

@testable import Login

@Suite
struct PastedAnswerTests {
  @Test(arguments: [
    "http://127.0.0.1:8888/cb?code=4%2F0A+b&state=s",
    "  http://127.0.0.1:8888/cb?code=4%2F0A+b&state=s#_=_  ",
    "?code=4%2F0A+b&state=s",
    "code=4%2F0A+b&state=s",
    "https://app.example/cb#code=4%2F0A+b&state=s",
  ])
  func `an address, its query and its fragment are read once`(line: String) {
    let parameters = PastedAnswer.parameters(of: line, bare: nil)
    #expect(parameters?.first("code") == "4/0A b")
    #expect(parameters?.first("state") == "s")
  }

  @Test
  func `a bare value counts only where a PIN is asked for`() {
    #expect(PastedAnswer.parameters(of: "1234567", bare: nil) == nil)
    let pin = PastedAnswer.parameters(of: " 1234567\r", bare: "oauth_verifier")
    #expect(pin?.first("oauth_verifier") == "1234567")
  }

  @Test(arguments: ["", "   ", "hello there", "http://[bad/cb?code=1"])
  func `anything else is no answer`(line: String) {
    #expect(PastedAnswer.parameters(of: line, bare: "code") == nil)
  }
}
