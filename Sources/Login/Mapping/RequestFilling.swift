import Providers
import Standards

/// Puts values into the templates of one request, a secret only where it is bound to the request's host.
///
/// Templates become parts of requests nowhere else, so that what a descriptor's `bind` promises holds for
/// each of them; what came from a secret says so wherever it goes from here.
struct RequestFilling: Sendable {
  let descriptor: Descriptor
  /// The options, with what a step makes itself.
  let values: [String: OptionValue]
  let url: URI
  private let bindings: [String: HostSet]

  init(
    _ descriptor: Descriptor,
    _ values: [String: OptionValue],
    to url: URI
  ) throws(AuthRunError) {
    self.descriptor = descriptor
    self.values = values
    self.url = url
    do throws(TemplateError) {
      bindings = try descriptor.secretBindings(values)
    } catch {
      throw AuthRunError(error)
    }
  }

  /// The parameters that have a value; one for want of an optional option is left out.
  func parameters(
    _ templates: [EndpointSpec.NamedTemplate]
  ) throws(AuthRunError) -> Parameters {
    var parameters = Parameters()
    for template in templates {
      switch try value(template) {
      case .text(let text): parameters.append(template.name, text)
      case .secret(let secret): parameters.append(template.name, secret)
      case nil: continue
      }
    }
    return parameters
  }

  /// The header fields that have a value.
  func fields(_ templates: [EndpointSpec.NamedTemplate]) throws(AuthRunError) -> HTTPFields {
    var fields = HTTPFields()
    for template in templates {
      switch try value(template) {
      case .text(let text): fields.set(HTTPField(template.name, text))
      case .secret(let secret):
        fields.set(HTTPField(template.name, secret.text, isSecret: true))
      case nil: continue
      }
    }
    return fields
  }

  /// Refuses to have the request carry a secret option that is not bound to its host.
  func require(_ secret: String, as place: String) throws(AuthRunError) {
    guard let hosts = bindings[secret], !hosts.allows(url) else { return }
    throw AuthRunError(
      .hostNotAllowed,
      "\(place) would carry the secret \(secret) to \(url.origin), to which it is not bound",
      provider: descriptor.id,
      step: "request",
      location: descriptor.source.fileName
    )
  }

  private func value(
    _ template: EndpointSpec.NamedTemplate
  ) throws(AuthRunError) -> OptionValue? {
    guard let value = template.expand(values) else { return nil }
    for name in template.value.options { try require(name, as: template.name) }
    return value
  }
}

extension Descriptor {
  /// Refuses to show the account's own key or password to a host that it is not bound to.
  ///
  /// Other tokens come from the provider, and go to all hosts of the descriptor.
  func requireBindings(
    ofTokenTo url: URI,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) {
    let names = tokenSecrets
    guard !names.isEmpty else { return }
    let filling = try RequestFilling(self, options, to: url)
    for name in names { try filling.require(name, as: "the token") }
  }

  /// Refuses to have a client prove itself to a host with a secret whose `bind` leaves that host out.
  func requireBinding(
    ofClientSecret name: String,
    to url: URI,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) {
    guard option(name)?.bind.isEmpty == false else { return }
    try RequestFilling(self, options, to: url).require(name, as: "the client's authentication")
  }
}
