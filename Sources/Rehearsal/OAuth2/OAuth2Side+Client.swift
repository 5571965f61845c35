import Crypto
import Providers
import Standards

extension OAuth2Side {
  /// The parameters of a step from the place where the descriptor puts them, its form checked.
  func readStep(
    _ request: PracticeRequest,
    _ step: EndpointSpec,
    _ report: inout StepReport
  ) -> RawParameters {
    let parameters: RawParameters
    switch step.body {
    case .form:
      report.check(
        "form body",
        request.contentType == "application/x-www-form-urlencoded",
        "the content type is \(request.contentType ?? "missing")"
      )
      parameters = request.form
    case .json:
      report.check(
        "JSON body",
        request.contentType == "application/json",
        "the content type is \(request.contentType ?? "missing")"
      )
      parameters = PracticePlan.members(of: request)
    case .query:
      parameters = request.query
    }
    report.check("readable", !parameters.isMalformed, "an escape is broken")
    let repeated = parameters.repeated.filter { $0 != "resource" }
    report.check(
      "each parameter once",
      repeated.isEmpty,
      "\(repeated.joined(separator: ", ")) more than once"
    )
    if step.body != .query, step.method != "GET" { plan.checkNoSecret(in: request.query, &report) }
    plan.checkShape(of: request, as: step, &report)
    return parameters
  }

  /// Client authentication as the descriptor names it (RFC 6749 §2.3), and no other beside it.
  @discardableResult
  func authenticate(
    _ request: PracticeRequest,
    _ parameters: RawParameters,
    _ step: EndpointSpec,
    _ report: inout StepReport
  ) -> Bool {
    let id = plan.text("client_id") ?? ""
    let secret = plan.text("client_secret") ?? ""
    let givenID = standard("client_id", in: parameters, of: step)
    let givenSecret = standard("client_secret", in: parameters, of: step)
    let header = request.headers["Authorization"]
    let holds: Bool
    switch spec.clientAuthentication {
    case .basic, .basicRaw:
      let isEncoded = spec.clientAuthentication == .basic
      holds =
        isBasic(header, id: id, secret: secret, isEncoded: isEncoded) && givenSecret == nil
        && (givenID == nil || givenID == id) && (!spec.repeatsClientID || givenID == id)
    case .post:
      let expected = step.drop.contains("client_secret") ? nil : secret
      let expectedID = step.drop.contains("client_id") ? nil : id
      holds = header == nil && givenID == expectedID && givenSecret == expected
    case .basicSecret:
      holds =
        isBasic(header, id: secret, secret: "", isEncoded: false) && givenSecret == nil
        && (!spec.repeatsClientID || givenID == id)
    case .postJWT:
      holds = header == nil && givenID == id && isProven(by: givenSecret, request)
    case .privateKeyJWT, .clientSecretJWT:
      let type = parameters.only("client_assertion_type")
      holds =
        header == nil && givenSecret == nil && type == OAuth2Client.assertionType
        && isProven(by: parameters.only("client_assertion"), request)
    case .none, .tls:
      holds = header == nil && givenID == id && givenSecret == nil
    }
    return report.check(
      "client authentication \(spec.clientAuthentication.rawValue)",
      holds,
      "id or secret is wrong or not where the descriptor puts it"
    )
  }

  private func isBasic(_ header: String?, id: String, secret: String, isEncoded: Bool) -> Bool {
    guard let header, header.lowercased().hasPrefix("basic "),
      let bytes = try? Base64.decode(String(header.dropFirst(6))),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    var parts = [Array(bytes[..<colon]), Array(bytes[(colon + 1)...])]
    if isEncoded {
      // Both parts were form-encoded first (RFC 6749 §2.3.1).
      parts = parts.map { RawParameters.decode($0, plusIsSpace: true) ?? [] }
    }
    return parts[0] == Array(id.utf8) && constantTimeEqual(parts[1], Array(secret.utf8))
  }

  /// The value of a standard parameter under the name that a step gives it.
  func standard(
    _ name: String,
    in parameters: RawParameters,
    of step: EndpointSpec? = nil
  ) -> String? {
    parameters.only((step ?? spec.authorize)?.rename[name] ?? name)
  }

  /// Whether the authorize step sends this standard parameter at all.
  func isSent(_ name: String) -> Bool {
    spec.authorize?.drop.contains(name) != true
  }

  /// A parameter of the authorize step that must have exactly this value.
  func checkValue(
    _ name: String,
    _ expected: String?,
    in query: RawParameters,
    _ report: inout StepReport
  ) {
    guard isSent(name) else { return }
    report.check(name, standard(name, in: query) == expected, "it is missing or has another value")
  }
}
