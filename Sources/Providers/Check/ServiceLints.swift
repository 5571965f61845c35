/// Knows addresses of well-known services that other descriptors have got wrong.
enum ServiceLints {
  /// Services that give each customer a host of its own, by what all those hosts end with.
  private static let shared = [
    "okta.com", "oktapreview.com", "okta-emea.com", "auth0.com", "onelogin.com", "b2clogin.com",
    "ciamlogin.com", "amazoncognito.com", "zendesk.com", "freshdesk.com", "myshopify.com",
    "my.salesforce.com", "atlassian.net", "sharepoint.com", "bamboohr.com", "service-now.com",
    "myworkday.com", "pingone.com", "duosecurity.com", "snowflakecomputing.com",
  ]
  /// Names that such a service keeps for itself.
  private static let common: Set<Substring> = [
    "www", "api", "apis", "login", "auth", "accounts", "developer", "developers", "support", "sso",
    "samples", "global",
  ]
  /// Where an API was, and where it is now.
  private static let retired = [
    ("gitlab.com/api/v3", "gitlab.com/api/v4"),
    ("api.instagram.com/v1", "graph.instagram.com"),
    ("api.pinterest.com/v1", "api.pinterest.com/v5"),
    ("api.pinterest.com/v3", "api.pinterest.com/v5"),
    ("api.linkedin.com/v1", "api.linkedin.com/v2"),
    ("api.dropbox.com/1", "api.dropboxapi.com/2"),
    ("api.dropboxapi.com/1", "api.dropboxapi.com/2"),
    ("www.googleapis.com/plus/v1", "people.googleapis.com/v1"),
    ("graph.windows.net", "graph.microsoft.com"),
    ("api.foursquare.com/v1", "api.foursquare.com/v2"),
  ]
  /// The versions of Facebook's Graph API that are over; each lives some two years.
  private static let facebook = (path: "graph.facebook.com/v", last: 16)

  /// What is wrong with an address, as the end of a sentence; `text` begins with the host.
  static func warning(of text: Substring) -> String? {
    let text = text.lowercased()
    if let customer = customer(in: text) {
      return "names one customer, \(customer): let an option say which"
    }
    for (old, new) in retired where isAt(old, text) {
      return "is of an API that is retired; it is \(new) now"
    }
    if text.hasPrefix(facebook.path) {
      let version = text.dropFirst(facebook.path.count).prefix { $0.isNumber }
      if let version = Int(version), version <= facebook.last {
        return "is of an API that is retired; versions after v\(facebook.last) are not"
      }
    }
    return nil
  }

  private static func isAt(_ address: String, _ text: String) -> Bool {
    guard text.hasPrefix(address) else { return false }
    let rest = text.dropFirst(address.count)
    return rest.isEmpty || "/?".contains(rest.first ?? "/")
  }

  private static func customer(in text: String) -> String? {
    let host = text.prefix { !"/?:".contains($0) }
    for domain in shared where host.hasSuffix(".\(domain)") {
      let label = host.dropLast(domain.count + 1)
      let own = label.split(separator: ".").first ?? ""
      guard !label.contains("{"), !common.contains(own), !own.isEmpty else { return nil }
      return String(label)
    }
    // The directory of one customer of Microsoft's.
    guard host == "login.microsoftonline.com" else { return nil }
    let tenant = text.dropFirst(host.count + 1).prefix { !"/?".contains($0) }
    let isID = tenant.count == 36 && tenant.allSatisfy { $0 == "-" || $0.isHexDigit }
    return isID || tenant.hasSuffix(".onmicrosoft.com") ? String(tenant) : nil
  }
}
