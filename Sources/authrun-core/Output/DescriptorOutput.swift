import Providers
import Standards

/// A descriptor as an object; every member is always there.
enum DescriptorOutput {
  static func json(_ descriptor: Descriptor) -> JSONValue {
    let facts = DescriptorFacts(descriptor: descriptor)
    let endpoints = facts.endpoints.map { endpoint in
      (
        endpoint.name,
        JSONValue.object(
          JSONObject([("method", .string(endpoint.method)), ("url", .string(endpoint.url))])
        )
      )
    }
    return .object(
      JSONObject([
        ("id", .string(descriptor.id)),
        ("name", .string(descriptor.name)),
        ("kind", .string(descriptor.kind.rawValue)),
        ("docs", .text(descriptor.docs)),
        ("file", .string(descriptor.source.path)),
        ("options", .array(descriptor.options.map { option($0, of: descriptor) })),
        ("scopes", .texts(facts.scopes)),
        ("capture", .array(descriptor.capture.map(capture))),
        ("endpoints", .object(JSONObject(endpoints))),
        ("base", .text(facts.base)),
        ("hosts", .texts(facts.hosts)),
        ("hooks", .texts(descriptor.hooks.map(\.rawValue).sorted())),
        ("loosened", .array(descriptor.loosened.map(loosening))),
      ])
    )
  }

  static func loosening(_ loosening: Loosening) -> JSONValue {
    .object(
      JSONObject([
        ("field", .string(loosening.field)), ("consequence", .string(loosening.consequence)),
      ])
    )
  }

  private static func option(_ option: OptionSpec, of descriptor: Descriptor) -> JSONValue {
    .object(
      JSONObject([
        ("name", .string(option.name)),
        ("type", .string(option.type.rawValue)),
        ("required", .bool(option.isRequired && option.standard == nil)),
        ("default", .text(option.standard)),
        ("values", .texts(option.values)),
        ("pattern", .text(option.pattern?.source)),
        ("environment", .string(option.environmentName(provider: descriptor.id))),
        ("help", .text(option.help)),
      ])
    )
  }

  private static func capture(_ capture: CaptureSpec) -> JSONValue {
    .object(
      JSONObject([
        ("way", .string(capture.way.rawValue)), ("redirect_uri", .string(capture.redirectURI)),
      ])
    )
  }
}
