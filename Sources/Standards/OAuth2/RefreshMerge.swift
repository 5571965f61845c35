/// Joins a refresh response with the credential that it renews (RFC 6749 §6).
package enum RefreshMerge {
  /// The renewed credential: what the response does not name stays as it was.
  ///
  /// A refresh token that is absent or empty keeps the old one; one that is there replaces it. Silence
  /// about the scope means the scope granted before.
  package static func renewed(
    _ credential: Credential,
    by response: TokenResponse,
    at now: Timestamp
  ) -> Credential {
    var result = credential
    result.accessToken = response.accessToken
    result.tokenType = response.tokenType
    if let token = response.refreshToken, !token.isEmpty { result.refreshToken = token }
    result.issuedAt = now
    result.expiresAt = response.expiresAt
    if let scopes = response.scopes { result.grantedScopes = scopes }
    for member in response.extras.members {
      result.extras[member.name] = member.value
    }
    result.standing = .usable
    return result
  }
}
