import Login
import Standards
import Testing

@Suite
struct ClockSkewTests {
  @Test(arguments: [
    (0, 0, 0, DoctorCheck.Status.ok), (0, 0, 5, .ok), (-1, 0, 0, .ok), (30, 0, 0, .ok),
    (-40, 0, 0, .warning), (50, 0, 5, .warning), (-241, 0, 0, .problem), (300, 0, 0, .problem),
    // Within the time that the answer took nobody can say more.
    (8, 0, 20, .ok),
  ])
  func `a clock that is off by more than services forgive is a problem`(
    date: Int64,
    sent: Int64,
    received: Int64,
    status: DoctorCheck.Status
  ) {
    func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: 1_767_225_600 + seconds) }
    let check = ClockSkew.check(
      time(date),
      sent: time(sent),
      received: time(received),
      host: "a.example"
    )
    #expect(check.status == status, "\(check)")
  }

  @Test
  func `the direction is said`() {
    let now = Timestamp(seconds: 1_767_225_600)
    let ahead = ClockSkew.check(now.adding(-600), sent: now, received: now, host: "a.example")
    #expect(ahead.message == "this machine's clock is 600 s ahead of that of a.example")
    let behind = ClockSkew.check(now.adding(600), sent: now, received: now, host: "a.example")
    #expect(behind.message.contains("600 s behind"))
  }
}
