extension Descriptor {
  /// The options that some template names or that the protocol uses.
  var usedOptions: Set<String> {
    var templates = declaredURLs.map(\.text)
    let steps = [
      oauth1?.requestToken, oauth1?.authorize, oauth1?.accessToken, oauth2?.authorize,
      oauth2?.token, oauth2?.refresh, oauth2?.revoke,
    ]
    for step in steps.compactMap({ $0 }) {
      templates += (step.parameters + step.headers).map(\.value)
    }
    templates += (request.headers + request.query).map(\.value)
    templates += [oauth1?.realm, oauth2?.audience].compactMap { $0 } + (oauth2?.resources ?? [])
    if case .get(let path) = identity?.source { templates.append(path) }
    if case .post(let path) = identity?.source { templates.append(path) }
    var names = Set(templates.flatMap(\.options))
    names.formUnion(hosts.flatMap(\.places).map(\.option))
    names.formUnion(options.flatMap(\.bind).flatMap(\.places).map(\.option))
    names.formUnion(options.filter(\.isBuiltIn).map(\.name))
    return names
  }
}
