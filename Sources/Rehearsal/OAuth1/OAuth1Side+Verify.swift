import Crypto
import Providers
import Standards
import Synchronization

extension OAuth1Side {
  /// How far a client's clock may be away, in seconds.
  private static let clockTolerance: Int64 = 300

  /// Checks protocol parameters, nonce and signature; `token` is `nil` where none may be sent.
  func verify(
    _ request: PracticeRequest,
    token: String?,
    secret: String,
    _ report: inout StepReport
  ) -> OAuth1Parameters? {
    guard let read = OAuth1Parameters(request) else {
      report.check("signed", false, "the request has no OAuth parameters")
      return nil
    }
    report.check("readable", !read.isMalformed, "an escape is broken")
    report.check(
      "transport \(spec.transport.rawValue)",
      read.place == place(for: request),
      "the OAuth parameters are in the \(read.place.rawValue)"
    )
    let repeated = read.signed.repeated.filter { $0.hasPrefix("oauth_") }
    report.check(
      "each parameter once",
      repeated.isEmpty,
      "\(repeated.joined(separator: ", ")) more than once"
    )
    checkParameters(read, token: token, &report)
    checkFreshness(read, &report)
    checkSignature(request, read, secret: secret, &report)
    return read
  }

  /// Where the parameters belong: a call without a form cannot have them in its body.
  private func place(for request: PracticeRequest) -> OAuth1Parameters.Place {
    switch spec.transport {
    case .header: .header
    case .query: .query
    case .body:
      request.contentType == "application/x-www-form-urlencoded" ? .body : .header
    }
  }

  private func checkParameters(
    _ read: OAuth1Parameters,
    token: String?,
    _ report: inout StepReport
  ) {
    let parameters = read.parameters
    report.check(
      "consumer key",
      parameters.only("oauth_consumer_key") == plan.text("consumer_key"),
      "oauth_consumer_key is not the option consumer_key"
    )
    let version = parameters.all("oauth_version")
    report.check("version", version.isEmpty || version == ["1.0"], "oauth_version is not 1.0")
    if token == nil {
      report.check(
        "no token yet",
        parameters.all("oauth_token").allSatisfy(\.isEmpty),
        "oauth_token is sent although there is none"
      )
    }
    if let realm = spec.realm, read.place == .header {
      let expected = try? realm.expand(plan.values)
      let isRight: Bool
      if case .text(let text)? = expected { isRight = read.realm == text } else { isRight = true }
      report.check("realm", isRight, "the realm of the header is another")
    }
  }

  private func checkFreshness(_ read: OAuth1Parameters, _ report: inout StepReport) {
    let timestamp = read.parameters.only("oauth_timestamp") ?? ""
    let nonce = read.parameters.only("oauth_nonce") ?? ""
    // PLAINTEXT may go without both (RFC 5849 §3.1).
    if spec.signature == .plaintext, timestamp.isEmpty, nonce.isEmpty { return }
    let now = tokens.clock.now().seconds
    let isNear = Int64(timestamp).map { abs($0.subtractingReportingOverflow(now).partialValue) }
    report.check(
      "timestamp",
      isNear.map { $0 <= Self.clockTolerance } ?? false,
      "oauth_timestamp is more than \(Self.clockTolerance) s away"
    )
    let token = read.parameters.only("oauth_token") ?? ""
    let isFresh = state.withLock { $0.nonces.insert("\(timestamp) \(token) \(nonce)").inserted }
    report.check("nonce", isFresh && !nonce.isEmpty, "oauth_nonce is missing or was used before")
  }

  private func checkSignature(
    _ request: PracticeRequest,
    _ read: OAuth1Parameters,
    secret: String,
    _ report: inout StepReport
  ) {
    let method = read.parameters.only("oauth_signature_method")
    report.check(
      "signature method \(spec.signature.rawValue)",
      method == spec.signature.rawValue,
      "oauth_signature_method is \(method ?? "missing")"
    )
    let given = read.parameters.only("oauth_signature") ?? ""
    report.check(
      "signature",
      verification(secret).holds(given, request, read.signed),
      "oauth_signature does not fit the request as it arrived"
    )
  }

  private func verification(_ tokenSecret: String) -> OAuth1Verification {
    OAuth1Verification(
      signature: spec.signature,
      consumerSecret: plan.text("consumer_secret") ?? "",
      tokenSecret: tokenSecret,
      privateKey: plan.text("private_key")
    )
  }

  /// Checks that an API call has the hash of its body exactly where the descriptor says so.
  func checkBodyHash(_ request: PracticeRequest, _ report: inout StepReport) {
    let given = OAuth1Parameters(request)?.parameters.only("oauth_body_hash")
    let isForm = request.contentType == "application/x-www-form-urlencoded"
    let expected = spec.sendsBodyHash && !isForm ? verification("").bodyHash(request.rawBody) : nil
    report.check("body hash", given == expected, "oauth_body_hash is not what the body makes it")
  }
}
