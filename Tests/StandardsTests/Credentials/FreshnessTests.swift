import Standards
import Testing

@Suite
struct FreshnessTests {
  private func judge(
    life: Int64?,
    minimum: Int64 = 0,
    standing: Credential.Standing = .usable
  ) -> Freshness {
    let credential = Credential(
      kind: .oauth2,
      accessToken: Secret("t"),
      tokenType: "Bearer",
      issuedAt: Timestamp(seconds: 0),
      expiresAt: life.map { Timestamp(seconds: 1000 + $0) },
      standing: standing
    )
    return Freshness.judge(credential, at: Timestamp(seconds: 1000), minimumLife: minimum)
  }

  @Test(arguments: [
    (31, 0, Freshness.fresh), (30, 0, .fresh), (29, 0, .stale), (0, 0, .stale), (-5, 0, .stale),
    (60, 60, .fresh), (59, 60, .stale), (29, 10, .stale), (100, -100, .fresh),
  ])
  func `a token is fresh that lives for the demanded time and for thirty seconds`(
    life: Int64,
    minimum: Int64,
    expected: Freshness
  ) {
    #expect(judge(life: life, minimum: minimum) == expected)
  }

  @Test
  func `a token without an end is always fresh`() {
    #expect(judge(life: nil, minimum: .max) == .fresh)
  }

  @Test
  func `a demand beyond all time does not overflow`() {
    #expect(judge(life: 5000, minimum: .max) == .stale)
  }

  @Test
  func `login needed goes before any remaining life`() {
    let standing = Credential.Standing.loginNeeded(
      reason: "revoked",
      at: Timestamp(seconds: 1)
    )
    #expect(judge(life: 5000, standing: standing) == .loginNeeded(reason: "revoked"))
  }
}
