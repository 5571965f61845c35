import Providers
import Standards

extension EndpointSpec {
  /// The endpoint's rules for a request to its address, with the values in them.
  func rules(_ filling: RequestFilling) throws(AuthRunError) -> EndpointRules {
    EndpointRules(
      method: method,
      body: body.rules,
      parameters: try filling.parameters(parameters),
      rename: rename,
      drop: drop,
      headers: try filling.fields(headers)
    )
  }

  func address(_ options: [String: OptionValue]) throws(AuthRunError) -> URI {
    if let template = url(options) { return try template.address(options) }
    // The first one's error says which option is missing.
    if let first = urls.first { return try first.address(options) }
    throw AuthRunError(
      .descriptorInvalid,
      "a step of the descriptor has no URL",
      step: "descriptor"
    )
  }
}

extension EndpointSpec.Body {
  fileprivate var rules: EndpointRules.Body {
    switch self {
    case .form: .form
    case .json: .json
    case .query: .query
    }
  }
}

extension URLTemplate {
  func address(_ options: [String: OptionValue]) throws(AuthRunError) -> URI {
    do throws(TemplateError) {
      return try expand(options)
    } catch {
      throw AuthRunError(error)
    }
  }
}

extension TextTemplate {
  /// The text for the one place that sends it; what is secret in it stays out of every message.
  func text(_ options: [String: OptionValue]) throws(AuthRunError) -> String {
    do throws(TemplateError) {
      switch try expand(options) {
      case .text(let text): return text
      case .secret(let secret): return secret.text
      }
    } catch {
      throw AuthRunError(error)
    }
  }
}

extension [String: OptionValue] {
  /// The value of an option that is not secret.
  func text(_ name: String) -> String? {
    guard case .text(let text) = self[name] else { return nil }
    return text
  }

  /// The value of an option, guarded whether or not it was declared secret.
  func secret(_ name: String) -> Secret? {
    switch self[name] {
    case .text(let text): Secret(text)
    case .secret(let secret): secret
    case nil: nil
    }
  }
}
