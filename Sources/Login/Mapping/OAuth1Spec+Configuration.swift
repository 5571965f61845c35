import Providers
import Standards

extension OAuth1Spec {
  /// The provider's endpoints with the options' values in them.
  func configuration(
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth1Configuration {
    OAuth1Configuration(
      requestToken: try endpoint(requestToken, options),
      authorize: try endpoint(authorize, options),
      accessToken: OAuth1Configuration.Endpoint(
        url: try accessToken.address(options),
        rules: accessToken.rules(options)
      ),
      requiresCallbackConfirmed: requiresCallbackConfirmed,
      allowsMissingVerifier: !requiresVerifier
    )
  }

  /// The client of this provider, from the options `consumer_key` and `consumer_secret`.
  func client(_ options: [String: OptionValue]) throws(AuthRunError) -> OAuth1Client {
    OAuth1Client(
      consumerKey: options.secret("consumer_key")?.text ?? "",
      consumerSecret: options.secret("consumer_secret") ?? Secret(""),
      method: signature.method,
      realm: try realm?.text(options),
      transport: transport.place,
      sendsEmptyToken: sendsEmptyToken
    )
  }

  private func endpoint(
    _ spec: EndpointSpec?,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth1Configuration.Endpoint? {
    guard let spec else { return nil }
    return OAuth1Configuration.Endpoint(
      url: try spec.address(options),
      rules: spec.rules(options)
    )
  }
}

extension OAuth1Spec.Signature {
  fileprivate var method: OAuth1SignatureMethod {
    switch self {
    case .hmacSHA1: .hmacSHA1
    case .hmacSHA256: .hmacSHA256
    case .hmacSHA512: .hmacSHA512
    case .plaintext: .plaintext
    }
  }
}

extension OAuth1Spec.Transport {
  fileprivate var place: OAuth1Client.Transport {
    switch self {
    case .header: .header
    case .query: .query
    case .body: .body
    }
  }
}
