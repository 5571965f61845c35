import Providers
import Standards

/// A descriptor as the object of `show --json`: what it declares, and where it sends what.
enum DescriptorOutput {
  static func json(_ descriptor: Descriptor, isShipped: Bool) -> JSONValue {
    var object = DescriptorSummary(descriptor, isShipped: isShipped).json.object ?? JSONObject()
    let facts = DescriptorFacts(descriptor: descriptor)
    let endpoints = facts.endpoints.map { endpoint in
      (
        endpoint.name,
        JSONValue.object(
          JSONObject([("method", .string(endpoint.method)), ("url", .string(endpoint.url))])
        )
      )
    }
    object["endpoints"] = .object(JSONObject(endpoints))
    object["base"] = .text(facts.base)
    return .object(object)
  }
}
