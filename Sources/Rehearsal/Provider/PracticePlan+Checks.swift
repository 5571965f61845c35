import HTTP
import Providers
import Standards

extension PracticePlan {
  /// Method, constant parameters and constant fields that the descriptor gives to a step.
  func checkShape(
    of request: PracticeRequest,
    as step: EndpointSpec?,
    _ report: inout StepReport
  ) {
    guard let step else { return }
    report.check(
      "method \(step.method)",
      request.method == step.method,
      "it arrived by \(request.method)"
    )
    checkAdditions(of: request, as: step, &report)
  }

  /// The constant parameters and fields alone, for a page, which is always asked for by GET.
  func checkAdditions(
    of request: PracticeRequest,
    as step: EndpointSpec?,
    _ report: inout StepReport
  ) {
    guard let step else { return }
    for parameter in step.parameters {
      guard let expected = parameter.expand(values).map(Self.text) else { continue }
      let given = parameters(of: request).all(parameter.name)
      report.check(
        "parameter \(parameter.name)",
        given == [expected],
        given.isEmpty ? "it is missing" : "it has another value, or several"
      )
    }
    checkFields(step.headers, of: request, &report)
  }

  /// Constant fields and parameters of every API request.
  func checkConstants(of request: PracticeRequest, _ report: inout StepReport) {
    checkFields(descriptor.request.headers, of: request, &report)
    for parameter in descriptor.request.query {
      guard let expected = parameter.expand(values).map(Self.text) else { continue }
      report.check(
        "parameter \(parameter.name)",
        request.query.all(parameter.name).contains(expected),
        "it is missing or has another value"
      )
    }
  }

  /// No client secret where a browser, its history and logs would keep it.
  func checkNoSecret(in query: RawParameters, _ report: inout StepReport) {
    let secrets = values.values.compactMap { value -> String? in
      if case .secret(let secret) = value { secret.text } else { nil }
    }
    let leaked = query.pairs.contains { pair in
      secrets.contains { !$0.isEmpty && pair.value.elementsEqual($0.utf8) }
    }
    report.check("no secret in the URL", !leaked, "an option of type secret is in the query")
  }

  private func checkFields(
    _ fields: [EndpointSpec.NamedTemplate],
    of request: PracticeRequest,
    _ report: inout StepReport
  ) {
    for field in fields {
      guard let expected = field.expand(values).map(Self.text) else { continue }
      report.check(
        "header \(field.name)",
        request.headers.values(field.name).contains(expected),
        "it is missing or has another value"
      )
    }
  }

  /// Query and body parameters together, whatever the body's form.
  func parameters(of request: PracticeRequest) -> RawParameters {
    var all = request.query
    all.append(contentsOf: request.form)
    all.append(contentsOf: Self.members(of: request))
    return all
  }

  /// The text members of a JSON body.
  static func members(of request: PracticeRequest) -> RawParameters {
    var parameters = RawParameters()
    guard request.contentType == "application/json",
      let object = try? JSONReader.read(request.rawBody).object
    else { return parameters }
    for member in object.members {
      parameters.append(member.name, member.value.string ?? member.value.serialized)
    }
    return parameters
  }

  static func text(_ value: OptionValue) -> String {
    switch value {
    case .text(let text): text
    case .secret(let secret): secret.text
    }
  }
}

extension PracticePlan {
  /// Whether a request is one to the API or for the identity, rather than a step of the login.
  func isResource(_ request: PracticeRequest) -> Bool {
    if let url = identityURL, request.isFor(url) { return true }
    if let base = resourceBase {
      let path = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
      return request.scheme == base.scheme && request.host == base.authority
        && (request.path == path || request.path.hasPrefix("\(path)/"))
    }
    // Without a fixed base any of the descriptor's hosts may be the API.
    return hosts.entries.contains { HostName.of($0) == request.host }
  }

  /// The access token where the descriptor puts it, `nil` when it is not there.
  func presentedToken(of request: PracticeRequest) -> String? {
    let place =
      oauth2?.dpop == nil
      ? descriptor.request.token : .header(name: "Authorization", prefix: "DPoP ")
    return presentedToken(of: request, at: place)
  }

  func presentedToken(of request: PracticeRequest, at place: TokenPresentation) -> String? {
    switch place {
    case .header(let name, let prefix):
      let value = request.headers[name]
      return value.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
    case .query(let name):
      return request.query.only(name)
    case .cookie(let name):
      return request.headers.cookie(name)
    case .signed: return nil
    }
  }

  var identityURL: URI? {
    guard let template = descriptor.identity?.url else { return nil }
    return try? template.expand(values)
  }

  /// The answer to a look-up of the descriptor; `nil` when the request is none.
  func lookupAnswer(
    _ request: PracticeRequest,
    isLive: (String) -> Bool
  ) -> PracticeAnswer? {
    for lookup in descriptor.lookups {
      guard let url = lookupURL(lookup), request.isFor(url) else { continue }
      var report = StepReport("lookup")
      let place = lookup.token ?? descriptor.request.token
      let given =
        lookup.token == nil
        ? presentedToken(of: request) : presentedToken(of: request, at: place)
      report.check("token in its place", given != nil, "it is not where the descriptor puts it")
      report.check("access token", given.map(isLive) ?? false, "it is none that was given here")
      var entry = JSONBuilder()
      for match in lookup.match {
        if case .text(let text)? = try? match.value.expand(values) {
          entry.set(match.pointer, .string(text))
        }
      }
      for source in lookup.set {
        if let text = text(source.option) { entry.set(source.pointer, .string(text)) }
      }
      for kept in lookup.keep { entry.set(kept.pointer, .string("practice-\(kept.name)")) }
      var answer = entry.value
      if let list = lookup.list {
        // Another entry first: the descriptor has to choose.
        let asks = lookup.match.contains { (try? $0.value.expand(values)) != nil }
        let other: [JSONValue] = asks ? [["practice": "another"]] : []
        var outer = JSONBuilder()
        outer.set(list, .array(other + [entry.value]))
        answer = outer.value
      }
      return PracticeAnswer(
        report: report,
        response: report.hasFault
          ? .json(["error": "invalid_token"], status: 401) : .json(answer)
      )
    }
    return nil
  }

  private func lookupURL(_ lookup: LookupSpec) -> URI? {
    guard case .text(let target)? = try? lookup.target.expand(values) else { return nil }
    if target.hasPrefix("/") { return try? resourceBase?.appendingPath(target) }
    return try? URI(target)
  }

  /// What the API answers: the person, where the descriptor looks for it.
  var resourceAnswer: HTTPResponse {
    var builder = JSONBuilder()
    PracticeIdentity.add(to: &builder, as: descriptor.identity)
    if builder.value.object?.members.isEmpty ?? true {
      return .json(["practice": true, "name": .string(PracticeIdentity.name)])
    }
    return .json(builder.value)
  }
}

/// How a `Host` field names an entry of a host set.
enum HostName {
  static func of(_ entry: HostEntry) -> String {
    guard let port = entry.port, port != (entry.scheme == "https" ? 443 : 80) else {
      return entry.host
    }
    return "\(entry.host):\(port)"
  }
}
