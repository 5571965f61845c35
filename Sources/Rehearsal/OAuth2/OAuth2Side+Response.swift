import Providers
import Standards

extension OAuth2Side {
  private static let lifetime: Int64 = 3_600

  /// A token response in the form that the descriptor's `response` table describes.
  func tokenResponse(access: String, refresh: String?, scope: String) -> JSONValue {
    let response = spec.response
    var builder = JSONBuilder()
    // A success of services that tell it in the body, such as `"ok": true`.
    if let rule = response.error, case .differs(let value) = rule.condition {
      builder.set(rule.at, Self.scalar(value))
    }
    builder.set(response.accessToken, .string(access))
    if let refresh { builder.set(response.refreshToken, .string(refresh)) }
    builder.set(response.tokenType, .string(response.defaultTokenType))
    builder.set(response.expiry.pointer, expiry(response.expiry.form))
    if !scope.isEmpty { builder.set(response.scope, .string(scope)) }
    for kept in response.keep {
      builder.set(kept.pointer, .string("practice-\(kept.name)"))
    }
    if case .tokenResponse(let pointer)? = plan.descriptor.request.base {
      builder.set(pointer, .string(firstOrigin))
    }
    if plan.descriptor.identity?.source == .tokenResponse {
      PracticeIdentity.add(to: &builder, as: plan.descriptor.identity)
    }
    return builder.value
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

  private var firstOrigin: String {
    let entry = plan.hosts.entries.min { $0.description < $1.description }
    return entry.map { "\($0.scheme)://\(HostName.of($0))" } ?? ""
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
