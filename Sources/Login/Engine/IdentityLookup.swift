import Providers
import Standards

/// Asks the provider who a credential belongs to, in the way its descriptor says.
struct IdentityLookup: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  /// The identity, or `nil` where the descriptor names no way to find it.
  func identity(
    of credential: Credential,
    answer: JSONValue?
  ) async throws(AuthRunError) -> Identity? {
    if descriptor.hooks.contains(.identity) {
      return try await DescriptorScript(descriptor: descriptor, tools: tools)
        .identity(of: credential)
    }
    guard let spec = descriptor.identity else { return nil }
    switch spec.source {
    case .tokenResponse:
      return answer.flatMap { Self.identity(spec, in: $0) }
    case .get(let target):
      return try await ask(spec, "GET", target, credential)
    case .post(let target):
      return try await ask(spec, "POST", target, credential)
    }
  }

  private func ask(
    _ spec: IdentitySpec,
    _ method: String,
    _ target: TextTemplate,
    _ credential: Credential
  ) async throws(AuthRunError) -> Identity? {
    let caller = APICaller(descriptor: descriptor, credential: credential, tools: tools)
    // A form that the descriptor asks for in every request is the service's own JSON.
    let isChosen = descriptor.request.headers.contains {
      ASCII.equalIgnoringCase($0.name, "Accept")
    }
    let request = APIRequest(
      method: method,
      target: try target.text(credential.options),
      headers: HTTPFields(isChosen ? [] : [HTTPField("Accept", "application/json")])
    )
    let response = try await caller.send(request, step: "identity")
    guard (200..<300).contains(response.status) else {
      throw AuthRunError(
        .providerRefused,
        "the provider answered \(response.status)",
        step: "identity"
      )
    }
    do throws(JSONError) {
      return Self.identity(spec, in: try JSONReader.read(response.body))
    } catch {
      throw AuthRunError(.protocol, "the answer is not JSON: \(error)", step: "identity")
    }
  }

  /// Numbers become text with every digit: a 64-bit id does not survive a floating-point number.
  static func identity(_ spec: IdentitySpec, in answer: JSONValue) -> Identity? {
    let identity = Identity(
      id: text(spec.id, answer),
      login: text(spec.login, answer),
      name: text(spec.name, answer),
      email: text(spec.email, answer)
    )
    return identity == Identity() ? nil : identity
  }

  private static func text(_ pointer: JSONPointer?, _ answer: JSONValue) -> String? {
    switch pointer?.evaluate(in: answer) {
    case .string(let text): text
    case .number(let number): number.text
    default: nil
    }
  }
}
