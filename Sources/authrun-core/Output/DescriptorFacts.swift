import Providers
import Standards

/// What `show` tells about a descriptor, gathered once for people and programs.
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

  /// Hosts and host patterns as written, each once, in order.
  var hosts: [String] {
    let urls = descriptor.declaredURLs.map { url in
      url.constant.map { HostEntry($0).description } ?? Self.host(of: url.source)
    }
    var seen: Set<String> = []
    return (urls + descriptor.hosts.map(\.source)).filter { seen.insert($0).inserted }.sorted()
  }

  var scopes: [String] { descriptor.oauth2?.scopes ?? [] }

  /// The host of a URL that still has options in it.
  private static func host(of template: String) -> String {
    guard let start = template.firstRange(of: "://")?.upperBound else {
      return String(template.prefix { $0 != "/" })
    }
    return String(template[start...].prefix { $0 != "/" && $0 != "?" })
  }
}
