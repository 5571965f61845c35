import Crypto
import Providers
import Standards

extension OAuth1Spec {
  /// The provider's endpoints with the options' values in them.
  func configuration(
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth1Configuration {
    guard let accessToken = try endpoint(accessToken, descriptor, options) else {
      throw AuthRunError(.descriptorInvalid, "there is nothing to log in to", step: "token")
    }
    return OAuth1Configuration(
      requestToken: try endpoint(requestToken, descriptor, options),
      authorize: try endpoint(authorize, descriptor, options),
      accessToken: accessToken,
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
      sendsEmptyToken: sendsEmptyToken,
      sendsBodyHash: sendsBodyHash
    )
  }

  /// Refuses to show the consumer's secret, where it is its own signature (RFC 5849 §3.4.4), to a host
  /// that its `bind` leaves out.
  func requireBindings(
    of descriptor: Descriptor,
    to url: URI,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) {
    guard signature == .plaintext else { return }
    try descriptor.requireBinding(ofClientSecret: "consumer_secret", to: url, options)
  }

  /// What signs with the option `private_key`; `nil` where the shared secrets sign.
  func privateKey(
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> (any MessageSigner)? {
    guard let key = try clientKey(options), let hash = signature.method.hash else { return nil }
    do throws(JWKError) {
      return try OpenSSLSignatures().rsaSigner(key, hash: hash)
    } catch {
      throw Self.fault(error)
    }
  }

  /// The counterpart of `privateKey(_:)`.
  func publicKey(
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> (any MessageVerifier)? {
    guard let key = try clientKey(options), let hash = signature.method.hash else { return nil }
    do throws(JWKError) {
      return try OpenSSLSignatures().rsaVerifier(key, hash: hash)
    } catch {
      throw Self.fault(error)
    }
  }

  private func clientKey(_ options: [String: OptionValue]) throws(AuthRunError) -> JWK? {
    guard signature.usesPrivateKey else { return nil }
    guard let secret = options.secret("private_key") else { throw Self.fault(.notPrivate) }
    let key = try ClientKey(secret, form: .pem).key
    do throws(JWKError) {
      guard case .rsa(let rsa) = key.material else { throw .algorithmMismatch }
      try RSAKeyCheck.check(rsa)
      return key
    } catch {
      throw Self.fault(error)
    }
  }

  private static func fault(_ error: JWKError) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      "private_key is no key for an RSA signature: \(error.words)",
      step: "options",
      hint: "--option private_key=file:PATH, an RSA key of 2048 bits or more in PEM or as a JWK"
    )
  }

  private func endpoint(
    _ spec: EndpointSpec?,
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth1Configuration.Endpoint? {
    guard let spec else { return nil }
    let address = try spec.address(options)
    try requireBindings(of: descriptor, to: address, options)
    return OAuth1Configuration.Endpoint(
      url: address,
      rules: try spec.rules(RequestFilling(descriptor, options, to: address))
    )
  }
}

extension OAuth1Spec.Signature {
  var method: OAuth1SignatureMethod {
    switch self {
    case .hmacSHA1: .hmacSHA1
    case .hmacSHA256: .hmacSHA256
    case .hmacSHA512: .hmacSHA512
    case .rsaSHA1: .rsaSHA1
    case .rsaSHA256: .rsaSHA256
    case .rsaSHA512: .rsaSHA512
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
