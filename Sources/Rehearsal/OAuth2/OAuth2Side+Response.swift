import Providers
import Standards

extension OAuth2Side {
  private static let lifetime: Int64 = 3_600

  /// A token response in the form that the descriptor's `response` table describes.
  func tokenResponse(access: String, refresh: String?, scope: String) -> JSONValue {
    let response = spec.response
    var builder = PracticeTokenResponse(response, tokens).builder(access: access)
    if let refresh { builder.set(response.refreshToken, .string(refresh)) }
    builder.set(
      response.tokenType,
      .string(spec.dpop == nil ? response.defaultTokenType : "DPoP")
    )
    if !scope.isEmpty { builder.set(response.scope, .string(scope)) }
    for source in response.set {
      if let text = plan.text(source.option) { builder.set(source.pointer, .string(text)) }
    }
    if case .tokenResponse(let pointer)? = plan.descriptor.request.base {
      builder.set(pointer, .string(firstOrigin))
    }
    if plan.descriptor.identity?.source == .tokenResponse {
      PracticeIdentity.add(to: &builder, as: plan.descriptor.identity)
    }
    return builder.value
  }

  private var firstOrigin: String {
    let entry = plan.hosts.entries.min { $0.description < $1.description }
    return entry.map { "\($0.scheme)://\(HostName.of($0))" } ?? ""
  }
}
