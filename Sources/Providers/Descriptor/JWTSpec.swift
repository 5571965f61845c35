/// What a descriptor says about tokens that the client signs itself.
package struct JWTSpec: Hashable, Sendable {
  package enum AssertionPlace: String, Hashable, Sendable {
    /// The parameter `assertion` (RFC 7523 §2.1).
    case parameter = "param"
    /// The `Authorization` field.
    case bearer
  }

  /// Where the signed token is traded for another.
  package struct Exchange: Hashable, Sendable {
    package var step: EndpointSpec
    package var place: AssertionPlace
  }

  package var token: AssertionSpec
  /// `nil` where the signed token itself is used.
  package var exchange: Exchange?
  package var scopes: [String]
  package var scopeSeparator: String
  package var response: TokenResponseSpec
}
