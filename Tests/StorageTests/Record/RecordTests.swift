import Standards
import Testing

@testable import Storage

@Suite
struct RecordTests {
  private func record(_ credential: Credential) -> Record {
    Record(
      id: AccountID(provider: "p", name: "ü/\u{0}"),
      updatedAt: Timestamp(seconds: 9),
      credential: credential
    )
  }

  @Test
  func `nothing of a credential is lost`() throws {
    let credential = try Credential.full()
    let record = try Record(bytes: record(credential).bytes)
    #expect(record.id == AccountID(provider: "p", name: "ü/\u{0}"))
    #expect(record.updatedAt.seconds == 9)
    let read = record.credential
    #expect(read.kind == credential.kind)
    #expect(read.accessToken.bytes == credential.accessToken.bytes)
    #expect(read.tokenSecret?.bytes == credential.tokenSecret?.bytes)
    #expect(read.refreshToken?.bytes == [])
    #expect(read.tokenType == credential.tokenType)
    #expect(read.presentation == credential.presentation)
    #expect(read.issuedAt == credential.issuedAt)
    #expect(read.expiresAt == credential.expiresAt)
    #expect(read.requestedScopes == credential.requestedScopes)
    #expect(read.grantedScopes == credential.grantedScopes)
    #expect(read.identity == credential.identity)
    #expect(read.extras == credential.extras)
    #expect(read.hosts == credential.hosts)
    #expect(read.standing == credential.standing)
    guard case .text("id") = read.options["client_id"],
      case .secret(let secret) = read.options["client_secret"]
    else {
      Issue.record("the options are not those that were written")
      return
    }
    #expect(secret.text == "hidden")
    #expect(read.options.count == 2)
  }

  @Test(arguments: [
    TokenPresentation.bearer, .header(name: "X", prefix: ""), .query(name: "q"),
    .cookie(name: "SID"), .signed,
  ])
  func `every way to present a token comes back`(_ presentation: TokenPresentation) throws {
    var credential = Credential.sample()
    credential.presentation = presentation
    #expect(try Record(bytes: record(credential).bytes).credential.presentation == presentation)
  }

  @Test
  func `absent members stay absent`() throws {
    let read = try Record(bytes: record(.sample(refresh: nil)).bytes).credential
    #expect(read.refreshToken == nil)
    #expect(read.tokenSecret == nil)
    #expect(read.identity == nil)
    #expect(read.presentation == .bearer)
    #expect(read.standing == .usable)
  }

  @Test
  func `a member of a newer version is refused rather than dropped`() throws {
    let text = String(decoding: record(.sample()).bytes, as: UTF8.self)
    let newer = text.replacing(#""token_type""#, with: #""sealed_by":"k","token_type""#)
    #expect(throws: RecordFault.unknown("sealed_by")) {
      try Record(bytes: Array(newer.utf8))
    }
  }

  @Test(arguments: [
    (#""kind":"oauth2""#, #""kind":"oauth9""#, RecordFault.unknown("kind")),
    (#""kind":"oauth2","#, "", .missing("kind")),
    (#""issued_at":1700000000"#, #""issued_at":"x""#, .wrongType("issued_at")),
    (#""state":"usable""#, #""state":"asleep""#, .unknown("state")),
    ("{", "[", .malformed),
  ])
  func `what is not a record says why`(old: String, new: String, fault: RecordFault) throws {
    let text = String(decoding: record(.sample()).bytes, as: UTF8.self)
    #expect(text.contains(old))
    #expect(throws: fault) {
      try Record(bytes: Array(text.replacing(old, with: new).utf8))
    }
  }
}
