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
    ]
    return steps.compactMap { name, endpoint in
      endpoint.map { endpoint in
        // The browser goes there with GET, whatever the table says.
        (name, name == "authorize" ? "GET" : endpoint.method, endpoint.url.source)
      }
    }
  }

  /// The API's address as written, if the descriptor fixes one.
  var base: String? {
    switch descriptor.request.base {
    case .url(let url): url.source
    case .tokenResponse: "told by the token response"
    case nil: nil
    }
  }

  var scopes: [String] { descriptor.oauth2?.scopes ?? [] }
}
