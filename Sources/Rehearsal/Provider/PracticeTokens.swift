import Crypto
import Standards

/// Makes the values that a provider hands out.
struct PracticeTokens: Sendable {
  let random: any RandomSource
  let clock: any Clock

  init(random: any RandomSource = SystemRandom(), clock: any Clock = SystemClock()) {
    self.random = random
    self.clock = clock
  }

  /// An opaque token that also shows whether its reader handles the characters that tokens may have.
  func opaque() -> String { "practice-\(Base64URL.encode(random.bytes(24)))" }

  /// Seven digits, as a PIN page shows them.
  func pin() -> String {
    let bytes = random.bytes(7)
    return String(bytes.map { Character(String($0 % 10)) })
  }

  /// A token with the shape of a JWT that ends in an hour; its signature is random.
  func jwt() -> String {
    let now = clock.now()
    let header: JSONValue = ["alg": "HS256", "typ": "JWT"]
    let claims: JSONValue = [
      "iss": "authrun practice provider", "sub": "42", "jti": .string(opaque()),
      "iat": .integer(now.seconds), "exp": .integer(now.adding(3_600).seconds),
    ]
    let parts = [Array(header.serialized.utf8), Array(claims.serialized.utf8), random.bytes(32)]
    return parts.map { Base64URL.encode($0) }.joined(separator: ".")
  }
}
