import Providers
import Standards

/// Asks the API, after a login, for what its later requests need: a tenant, a site, a base.
struct Lookups: Sendable {
  let descriptor: Descriptor
  let tools: Tools
  private static let step = "lookup"

  /// The credential with what the look-ups found; `given` are the options that stay as they are.
  func run(
    _ credential: Credential,
    given: Set<String>
  ) async throws(AuthRunError) -> Credential {
    var credential = credential
    for lookup in descriptor.lookups {
      let answer = try await ask(lookup, credential)
      let found = try element(of: answer, lookup, credential.options)
      try OptionFilling(descriptor: descriptor, given: given)
        .fill(&credential.options, from: found, lookup.set, step: Self.step)
      for value in lookup.keep {
        credential.extras[value.name] = value.pointer.evaluate(in: found)
      }
      // An option that was filled in may have led to a host of its own.
      credential.hosts = try descriptor.reach(credential.options)
    }
    return credential
  }

  private func ask(
    _ lookup: LookupSpec,
    _ credential: Credential
  ) async throws(AuthRunError) -> JSONValue {
    var shown = credential
    if let token = lookup.token { shown.presentation = token }
    let values = credential.options.withMoment(tools, descriptor)
    let caller = APICaller(descriptor: descriptor, credential: shown, tools: tools)
    var request = APIRequest(method: "GET", target: try lookup.target.text(values))
    request.accepts = "application/json"
    let address = try caller.message(request, step: Self.step).url
    let filling = try RequestFilling(descriptor, values, to: address)
    for field in try filling.fields(lookup.headers).fields { request.headers.set(field) }
    let response = try await caller.send(request, step: Self.step)
    guard (200..<300).contains(response.status) else {
      throw AuthRunError(
        response.status == 429 || response.status >= 500 ? .serviceUnavailable : .providerRefused,
        "the provider answered HTTP \(response.status)",
        step: Self.step,
        hint: "the token is stored, but the API needs what was asked for: log in again"
      )
    }
    do throws(JSONError) {
      return try JSONReader.read(response.body)
    } catch {
      throw AuthRunError(.protocol, "the answer is not JSON: \(error)", step: Self.step)
    }
  }

  /// The answer itself, or the first element of its list that holds what it must.
  private func element(
    of answer: JSONValue,
    _ lookup: LookupSpec,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> JSONValue {
    guard let pointer = lookup.list else { return answer }
    guard let list = pointer.evaluate(in: answer)?.array else {
      throw AuthRunError(.protocol, "the answer holds no list where one should be", step: Self.step)
    }
    var wanted: [(JSONPointer, String)] = []
    for match in lookup.match {
      if let text = try match.value.textIfComplete(options) { wanted.append((match.pointer, text)) }
    }
    let found = list.first { element in
      wanted.allSatisfy { pointer, text in
        switch pointer.evaluate(in: element) {
        case .string(let value): value == text
        case .number(let number): number.text == text
        case .bool(let flag): (flag ? "true" : "false") == text
        default: false
        }
      }
    }
    guard let found else {
      throw AuthRunError(
        .providerRefused,
        list.isEmpty
          ? "the account has nothing of what the API needs"
          : "none of the \(list.count) entries has what was asked for",
        step: Self.step
      )
    }
    return found
  }
}
