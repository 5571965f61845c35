import Crypto
import Foundation
import Standards
import TestSupport
import Testing

/// A request with the `Authorization` value of the vendor's own client.
struct AWSCase: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let method: String
  let url: String
  let service: String
  let headers: [String: String]?
  let body: String?
  let token: String?
  let authorization: String

  var testDescription: String { id }
}

@Suite
struct AWSSignatureV4Tests {
  private static func signer(_ service: String, token: String? = nil) -> AWSSignatureV4 {
    AWSSignatureV4(
      accessKeyID: "AKIDEXAMPLE",
      secretAccessKey: Secret("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
      sessionToken: token.map { Secret($0) },
      region: "us-east-1",
      service: service
    )
  }

  private static let time = Timestamp(rfc3339: "2015-08-30T12:36:00Z")

  @Test(arguments: try vectors("aws-sigv4", as: AWSCase.self, in: .module))
  func `the vendor's own client signs the same`(_ row: AWSCase) throws {
    var request = HTTPRequest(
      method: row.method,
      url: try URI(row.url),
      body: Array((row.body ?? "").utf8)
    )
    for (name, value) in row.headers ?? [:] {
      request.headers[name] = value
    }
    let signed = Self.signer(row.service, token: row.token).sign(
      request,
      at: try #require(Self.time),
      hashing: OpenSSLHashing()
    )
    #expect(signed.request.headers["Authorization"] == row.authorization)
    #expect(signed.request.headers["X-Amz-Date"] == "20150830T123600Z")
    #expect(signed.request.headers["X-Amz-Security-Token"] == row.token)
  }

  @Test
  func `the trace shows what is signed and no secret`() throws {
    let signed = Self.signer("s").sign(
      HTTPRequest(method: "GET", url: try URI("https://h/")),
      at: try #require(Self.time),
      hashing: OpenSSLHashing()
    )
    #expect(signed.canonicalRequest.hasPrefix("GET\n/\n\nhost:h\nx-amz-date:20150830T123600Z\n\n"))
    #expect(signed.derivations.contains { $0.name == "string_to_sign" })
    #expect(!"\(signed.derivations)".contains("wJalr"))
  }
}
