internal import Standards

extension Descriptor {
  /// The options that some template names or that the protocol uses.
  package var usedOptions: Set<String> {
    var templates = declaredURLs.map(\.text)
    let steps = [oauth1?.requestToken, oauth1?.authorize, oauth1?.accessToken, oauth2?.authorize]
    let all =
      steps.compactMap { $0 } + (oauth2?.steps ?? []) + [jwt?.exchange?.step].compactMap { $0 }
    for step in all { templates += (step.parameters + step.headers).map(\.value) }
    templates += (request.headers + request.query).map(\.value)
    templates += [oauth1?.realm, oauth2?.audience].compactMap { $0 } + (oauth2?.resources ?? [])
    templates += [oauth2?.assertion, oauth2?.jar, jwt?.token].flatMap { $0?.templates ?? [] }
    templates += (oauth2?.registration?.headers ?? []).map(\.value)
    templates += [oauth2?.callback.signature?.key].compactMap { $0 }
    templates += identityTemplates + fixedTemplates
    for lookup in lookups {
      templates += [lookup.target] + lookup.headers.map(\.value) + lookup.match.map(\.value)
    }
    templates += oidcTemplates
    var names = Set(templates.flatMap(\.options))
    names.formUnion(hosts.flatMap(\.places).map(\.option))
    names.formUnion(options.flatMap(\.bind).flatMap(\.places).map(\.option))
    names.formUnion(options.filter(\.isBuiltIn).map(\.name))
    return names
  }

  private var identityTemplates: [TextTemplate] {
    guard let identity else { return [] }
    var templates = identity.headers.map(\.value)
    switch identity.source {
    case .get(let target), .post(let target): templates.append(target)
    case .tokenResponse, .idToken, .userinfo: break
    }
    switch identity.body {
    case .empty: break
    case .form(let fields), .json(let fields): templates += fields.map(\.value)
    }
    return templates
  }

  private var fixedTemplates: [TextTemplate] {
    guard let fixed else { return [] }
    switch fixed.form {
    case .key(let key): return [key] + [fixed.verify].compactMap { $0 }
    case .basic(let username, let password):
      return [username, password] + [fixed.verify].compactMap { $0 }
    }
  }

  /// Texts within the plain data of `rar`, and what ID tokens are compared with.
  private var oidcTemplates: [TextTemplate] {
    let details = oauth2?.authorizationDetails?.texts.compactMap { try? TextTemplate($0) } ?? []
    return details + (oauth2?.oidc?.issuers ?? []) + (oauth2?.oidc?.audiences ?? [])
  }
}

extension JSONValue {
  /// Every text in the value, however deep.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    case .null, .bool, .number: []
    }
  }
}
