package import Standards

/// How the API is called once there is a token.
package struct RequestSpec: Hashable, Sendable {
  package enum Base: Hashable, Sendable {
    /// Of several the first whose options all have a value.
    case urls([URLTemplate])
    /// Among the values kept from the token response; the host must be in the descriptor's host set.
    case tokenResponse(JSONPointer)
  }

  package var base: Base?
  package var token: TokenPresentation
  package var headers: [EndpointSpec.NamedTemplate]
  package var query: [EndpointSpec.NamedTemplate]
  /// How lists in pages go on; `nil` means `Link` fields.
  package var pagination: PaginationSpec?

  /// What holds when a descriptor has no `request` table.
  package static let standard = RequestSpec(base: nil, token: .bearer, headers: [], query: [])
}
