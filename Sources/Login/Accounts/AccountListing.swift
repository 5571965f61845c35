package import Standards

/// One row of `authrun accounts`.
package struct AccountStatus: Sendable {
  /// A failure to renew the token that may pass.
  package struct Failure: Sendable {
    package let at: Timestamp
    package let code: String
    package let message: String

    package init(at: Timestamp, code: String, message: String) {
      self.at = at
      self.code = code
      self.message = message
    }
  }

  package let account: AccountID
  package let kind: Credential.Kind
  package let expiresAt: Timestamp?
  package let grantedScopes: [String]
  package let identity: Identity?
  package let standing: Credential.Standing
  /// Whether a new token can be had without the user.
  package var isRenewable: Bool
  package let updatedAt: Timestamp
  /// Whether the provider without a name means this account.
  package var isDefault: Bool
  /// The last failure to renew the token since it was renewed.
  package var failure: Failure?

  package init(
    account: AccountID,
    kind: Credential.Kind,
    expiresAt: Timestamp?,
    grantedScopes: [String],
    identity: Identity?,
    standing: Credential.Standing,
    isRenewable: Bool,
    updatedAt: Timestamp,
    isDefault: Bool = false,
    failure: Failure? = nil
  ) {
    self.account = account
    self.kind = kind
    self.expiresAt = expiresAt
    self.grantedScopes = grantedScopes
    self.identity = identity
    self.standing = standing
    self.isRenewable = isRenewable
    self.updatedAt = updatedAt
    self.isDefault = isDefault
    self.failure = failure
  }
}

/// The accounts of the vault, and how much of it cannot be read.
package struct AccountListing: Sendable {
  package let accounts: [AccountStatus]
  /// Records that do not open: whose they are cannot be known.
  package let damagedCount: Int

  package init(accounts: [AccountStatus], damagedCount: Int) {
    self.accounts = accounts
    self.damagedCount = damagedCount
  }
}
