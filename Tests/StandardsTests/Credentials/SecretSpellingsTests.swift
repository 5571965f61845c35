import Standards
import Testing

@Suite
struct SecretSpellingsTests {
  private func replacer(_ secret: String) -> SpellingReplacer {
    var replacer = SpellingReplacer()
    replacer.add(SecretSpellings(of: Array(secret.utf8)), replacement: "<it>")
    return replacer
  }

  @Test(arguments: ["p4ss/w+rd&", "a b\"c\\d", "plain-token-value", "\u{E9}t\u{E9}!?"])
  func `a secret is found in every spelling that programs use`(secret: String) {
    let bytes = Array(secret.utf8)
    let replacer = replacer(secret)
    var spellings = [
      secret, PercentEncoding.encode(bytes), PercentEncoding.encode(PercentEncoding.encode(bytes)),
      Hex.encode(bytes), Hex.encode(bytes).uppercased(), Base64.encode(bytes),
      String(FormEncoding.encode(Parameters([("", secret)])).dropFirst()),
      String(JSONValue.string(secret).serialized.dropFirst().dropLast()),
    ]
    spellings.append(bytes.reduce(into: "") { $0 += "%" + Hex.encode([$1]).uppercased() })
    for spelling in spellings {
      #expect(replacer.replace(in: "[\(spelling)]").contains("<it>"), "\(spelling)")
    }
  }

  @Test(arguments: ["", "u", "me", "me:", "user:", "x:y:z"])
  func `it is found within Base64 wherever it begins`(before: String) {
    let secret = "t0p-s3cret-key!"
    for after in ["", "x", "xy", ":more"] {
      let bytes = Array((before + secret + after).utf8)
      for text in [Base64.encode(bytes), Base64URL.encode(bytes)] {
        let shown = replacer(secret).replace(in: "Basic \(text)")
        #expect(shown.contains("<it>"), "\(before)…\(after)")
        // At most the few bits that it shares with its neighbours stay.
        #expect(shown.utf8.count < 12 + 4 + (before.utf8.count + after.utf8.count + 4) * 4 / 3)
      }
    }
  }

  @Test
  func `nothing else is touched, and short texts are no secrets`() {
    #expect(replacer("abc").replace(in: "abc abc") == "abc abc")
    #expect(replacer("secret").replace(in: "secre ecret") == "secre ecret")
    #expect(replacer("aXaXaX").replace(in: "aXaXaXaX") == "<it>aX")
    #expect(SecretSpellings(of: []).isEmpty)
  }

  @Test
  func `the longer of two is taken, and nothing prints`() {
    var both = SpellingReplacer()
    both.add(SecretSpellings(of: Array("token".utf8)), replacement: "<short>")
    both.add(SecretSpellings(of: Array("token-and-more".utf8)), replacement: "<long>")
    #expect(both.replace(in: "token-and-more token") == "<long> <short>")
    var text = ""
    dump(both, to: &text)
    dump(SecretSpellings(of: Array("token-and-more".utf8)), to: &text)
    #expect(!"\(both)\(text)".contains("116"))
  }
}
