/// The login with name and password that some providers grant to selected clients (xAuth).
package struct XAuthFlow: Sendable {
  private let client: OAuth1Client
  private let accessToken: OAuth1Configuration.Endpoint
  private let hashing: any Hashing
  private let privateKey: (any MessageSigner)?

  package init(
    client: OAuth1Client,
    configuration: OAuth1Configuration,
    hashing: any Hashing,
    privateKey: (any MessageSigner)? = nil
  ) {
    self.client = client
    accessToken = configuration.accessToken
    self.hashing = hashing
    self.privateKey = privateKey
  }

  /// The request that trades name and password for the token: no `oauth_token`, all of it signed.
  package func tokenRequest(
    username: String,
    password: Secret,
    timestamp: Timestamp,
    nonce: String
  ) throws(OAuth1Error) -> OAuth1SignedRequest {
    // A password must not reach a URL, which servers write to their logs.
    guard accessToken.rules.method != "GET", accessToken.rules.body == .form else {
      throw .bodyIsNotForm
    }
    var parameters = Parameters()
    parameters.append("x_auth_mode", "client_auth")
    parameters.append("x_auth_username", username)
    parameters.append("x_auth_password", password.text)
    let signer = OAuth1Signer(client: client, hashing: hashing, privateKey: privateKey)
    return try signer.sign(
      accessToken.request(adding: parameters),
      timestamp: timestamp,
      nonce: nonce,
      isTokenStep: true
    )
  }

  package func receiveToken(
    _ response: HTTPResponse,
    password: Secret
  ) throws(ProtocolFailure) -> OAuth1Grant {
    try OAuth1Grant(
      response,
      unauthorized: .invalidCredentials,
      hiding: [client.consumerSecret, password]
    )
  }
}
