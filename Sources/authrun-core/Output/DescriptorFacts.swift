import Providers
import Standards

/// Where a descriptor sends what, gathered once for people and programs.
struct DescriptorFacts {
  let descriptor: Descriptor

  /// Every endpoint with its method and URL as written.
  var endpoints: [(name: String, method: String, url: String)] {
    let steps: [(String, EndpointSpec?)] = [
      ("request_token", descriptor.oauth1?.requestToken),
      ("authorize", descriptor.oauth1?.authorize ?? descriptor.oauth2?.authorize),
      ("access_token", descriptor.oauth1?.accessToken),
      ("token", descriptor.oauth2?.token),
      ("refresh", descriptor.oauth2?.refresh),
      ("revoke", descriptor.oauth2?.revoke),
      ("device", descriptor.oauth2?.device),
      ("par", descriptor.oauth2?.par),
      ("introspect", descriptor.oauth2?.introspect),
      ("userinfo", descriptor.oauth2?.userinfo),
      ("extend", descriptor.oauth2?.extend),
      ("exchange", descriptor.jwt?.exchange?.step),
    ]
    let issuer = descriptor.oauth2?.issuer.map { [("issuer", "GET", $0.source)] } ?? []
    return issuer
      + steps.flatMap { name, endpoint in
        // The browser goes there with GET, whatever the table says.
        (endpoint?.urls ?? []).map { url in
          (name, name == "authorize" ? "GET" : endpoint?.method ?? "POST", url.source)
        }
      }
  }

  /// The API's address as written, if the descriptor fixes one.
  var base: String? {
    switch descriptor.request.base {
    case .urls(let urls): urls.map(\.source).joined(separator: ", or ")
    case .tokenResponse: "told by the token response"
    case nil: nil
    }
  }

  var scopes: [String] { descriptor.oauth2?.scopes ?? descriptor.jwt?.scopes ?? [] }
}
