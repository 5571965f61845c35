import Providers
import Standards

/// The part of a token response that a descriptor's `response` table describes for every kind.
struct PracticeTokenResponse {
  private let response: TokenResponseSpec
  private let tokens: PracticeTokens
  private static let lifetime: Int64 = 3_600

  init(_ response: TokenResponseSpec, _ tokens: PracticeTokens) {
    self.response = response
    self.tokens = tokens
  }

  func builder(access: String) -> JSONBuilder {
    var builder = JSONBuilder()
    // A success of services that tell it in the body, such as `"ok": true`.
    if let rule = response.error, case .differs(let value) = rule.condition {
      builder.set(rule.at, Self.scalar(value))
    }
    builder.set(response.accessToken, .string(access))
    builder.set(response.expiry.pointer, expiry(response.expiry.form))
    for kept in response.keep {
      builder.set(kept.pointer, .string("practice-\(kept.name)"))
    }
    return builder
  }

  private func expiry(_ form: TokenResponseSpec.Expiry.Form) -> JSONValue {
    let end = tokens.clock.now().adding(Self.lifetime)
    return switch form {
    case .seconds: .integer(Self.lifetime)
    case .milliseconds: .integer(Self.lifetime * 1_000)
    case .epochSeconds: .integer(end.seconds)
    case .epochMilliseconds: .integer(end.seconds * 1_000)
    case .rfc3339: .string(end.rfc3339)
    }
  }

  /// A value as JSON where its text is a number or a truth value.
  private static func scalar(_ text: String) -> JSONValue {
    switch text {
    case "true": true
    case "false": false
    default: Int64(text).map { .integer($0) } ?? .string(text)
    }
  }
}
