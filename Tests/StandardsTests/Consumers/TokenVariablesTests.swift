import Standards
import Testing

@Suite
struct TokenVariablesTests {
  @Test(arguments: [
    ("spotify", "default", "SPOTIFY"), ("my-api", "default", "MY__API"),
    ("a_b", "default", "A___B"),
    ("spotify", "work", "SPOTIFY_AS_WORK"), ("a", "me@x.org", "A_AS_ME_x40X_x2EORG"),
    ("a", "Work", "A_AS__x57ORK"), ("a", "x-y_z", "A_AS_X__Y___Z"), ("a", "-x", "A_AS__x2DX"),
    ("a-", "default", "A_x2D"), ("a", "ü", "A_AS__xC3_xBC"),
  ])
  func `the name of an account's variables`(provider: String, name: String, part: String) {
    #expect(TokenVariables.part(AccountID(provider: provider, name: name)) == part)
  }

  @Test
  func `no two accounts share a variable`() {
    let pieces = ["a", "as", "x", "A", "-", "_", "--", "x40", "@", ".", "b"]
    var seen: [String: String] = [:]
    for first in pieces {
      for second in pieces {
        for third in pieces {
          for account in [
            AccountID(provider: "p" + first + second + third),
            AccountID(provider: "p" + first, name: second + third),
            AccountID(provider: "p" + first + second, name: third),
          ] {
            let part = TokenVariables.part(account)
            #expect(seen[part] == nil || seen[part] == account.description, "\(part)")
            seen[part] = account.description
          }
        }
      }
    }
  }

  @Test
  func `the type, the secret and the end are there where the credential has them`() {
    var stored = GitCredentialTests.stored
    stored.tokenSecret = Secret("s")
    let variables = TokenVariables.of(stored, AccountID(provider: "p"))
    #expect(
      variables.map { "\($0.name)=\($0.value)" } == [
        "AUTHRUN_P_TOKEN=tok", "AUTHRUN_P_TOKEN_TYPE=Bearer", "AUTHRUN_P_TOKEN_SECRET=s",
        "AUTHRUN_P_EXPIRES_AT=2030-03-17T17:46:40Z",
      ]
    )
  }
}
