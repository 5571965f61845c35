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

  @Test(arguments: [
    (Int64(3600), Int64(0), Int64(30)), (3600, 1023, 59), (3600, 512, 45), (100, 1023, 39),
    (100, 0, 30),
    (5, 1023, 30), (3600, 99_999, 59), (3600, -5, 30),
  ])
  func `processes spread their early refreshes over half a minute or a tenth of the life`(
    life: Int64,
    spread: Int64,
    margin: Int64
  ) {
    let now = Timestamp(seconds: 10_000)
    func judge(_ rest: Int64) -> Freshness {
      let credential = Credential(
        kind: .oauth2,
        accessToken: Secret("t"),
        tokenType: "Bearer",
        issuedAt: now.adding(rest - life),
        expiresAt: now.adding(rest)
      )
      return Freshness.judge(credential, at: now, spread: spread)
    }
    #expect(judge(margin) == .fresh)
    #expect(judge(margin - 1) == .stale)
  }

  @Test
  func `a token from the future is renewed, for its end says nothing`() {
    let credential = Credential(
      kind: .oauth2,
      accessToken: Secret("t"),
      tokenType: "Bearer",
      issuedAt: Timestamp(seconds: 100_000),
      expiresAt: Timestamp(seconds: 103_600)
    )
    #expect(Freshness.judge(credential, at: Timestamp(seconds: 1000)) == .stale)
    #expect(Freshness.judge(credential, at: Timestamp(seconds: 99_900)) == .fresh)
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
