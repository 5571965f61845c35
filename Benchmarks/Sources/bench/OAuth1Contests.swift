import Crypto
import Rivals
import Standards

/// Signing the example that Twitter's documentation works through step by step.
enum OAuth1Contests {
  static func make() throws -> [Contest] {
    let consumerKey = "xvz1evFS4wEEPTGEFPHBog"
    let consumerSecret = "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"
    let token = "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"
    let tokenSecret = "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"
    let nonce = "kYjzVBB8Y0ZFabxSWbYovY3uYSQ2pTgmZeNu2VS4cg"
    let url = "https://api.twitter.com/1.1/statuses/update.json?include_entities=true"
    let body = "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21"
    let signer = OAuth1Signer(
      client: OAuth1Client(consumerKey: consumerKey, consumerSecret: Secret(consumerSecret)),
      token: OAuth1Token(token: Secret(token), secret: Secret(tokenSecret)),
      hashing: OpenSSLHashing()
    )
    let request = HTTPRequest(
      method: "POST",
      url: try URI(url),
      headers: HTTPFields([HTTPField("Content-Type", "application/x-www-form-urlencoded")]),
      body: Array(body.utf8)
    )
    let timestamp = Timestamp(seconds: 1_318_622_958)
    let base = try signer.sign(request, timestamp: timestamp, nonce: nonce).baseString.bytes
    let key = Array("\(consumerSecret)&\(tokenSecret)".utf8)
    guard let mac = bare_mac_new(key, key.count, "SHA1") else { fatalError("no HMAC") }
    var digest = [UInt8](repeating: 0, count: 64)
    let bare = Contestant("bare EVP MAC") { bare_mac_run(mac, base, base.count, &digest) == 1 }
    func liboauth(_ url: String) -> Contestant {
      Contestant("liboauth") {
        liboauth_sign(url, "POST", consumerKey, consumerSecret, token, tokenSecret) > 0
      }
    }
    let fixed = "&oauth_nonce=\(nonce)&oauth_timestamp=1318622958"
    let clock = SystemClock()
    let random = SystemRandom()
    return [
      Contest(
        name: "OAuth 1.0a HMAC-SHA1, nonce and time given",
        contestants: [
          Contestant("authrun") {
            let signed = try? signer.sign(request, timestamp: timestamp, nonce: nonce)
            return signed?.authorization != nil
          },
          bare, liboauth("\(url)&\(body)\(fixed)"),
        ]
      ),
      Contest(
        name: "OAuth 1.0a HMAC-SHA1, fresh nonce and time",
        contestants: [
          Contestant("authrun") {
            let signed = try? signer.sign(
              request,
              timestamp: clock.now(),
              nonce: OAuth1Signer.nonce(from: random)
            )
            return signed?.authorization != nil
          },
          bare, liboauth("\(url)&\(body)"),
        ]
      ),
    ]
  }
}
