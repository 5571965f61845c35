import Crypto
import Standards

/// OAuth 1.0a signing and verification: what one writes the other reads, by another way through the code.
///
/// The input is a method, a URL, a `Host` and a body, each on a line but the last.
func examine(_ input: [UInt8]) {
  let parts = input.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
  guard parts.count == 4, let kind = parts[0].first,
    let url = try? URI(typed: String(decoding: parts[1], as: UTF8.self))
  else { return }
  var request = HTTPRequest(
    method: String(decoding: parts[0].dropFirst(), as: UTF8.self),
    url: url,
    body: Array(parts[3])
  )
  if kind & 1 == 1 { request.headers["Content-Type"] = "application/x-www-form-urlencoded" }
  if !parts[2].isEmpty { request.headers["Host"] = String(decoding: parts[2], as: UTF8.self) }
  examineNormalization(request)
  let transports: [OAuth1Client.Transport] = [.header, .query, .body, .header]
  let client = OAuth1Client(
    consumerKey: "ck",
    consumerSecret: Secret("cs"),
    method: kind & 2 == 2 ? .hmacSHA256 : .hmacSHA1,
    transport: transports[Int(kind >> 2 & 3)],
    sendsBodyHash: kind & 16 == 16
  )
  examineSignature(request, client)
}

private func examineNormalization(_ request: HTTPRequest) {
  guard let parameters = try? ParameterNormalization.parameters(of: request) else { return }
  // The rule of RFC 5849 §3.4.1.3.2 in the plainest words.
  let pairs = parameters.pairs.map {
    [Array(PercentEncoding.encode($0.name).utf8), Array(PercentEncoding.encode($0.value).utf8)]
  }
  let sorted = pairs.sorted { left, right in
    left[0] == right[0]
      ? left[1].lexicographicallyPrecedes(right[1]) : left[0].lexicographicallyPrecedes(right[0])
  }
  let plain = sorted.map { $0[0] + [UInt8(ascii: "=")] + $0[1] }.joined(separator: "&".utf8)
  expect(
    Array(ParameterNormalization.normalized(parameters).utf8) == Array(plain),
    "parameters are sorted by name, then by value"
  )
}

private func examineSignature(_ request: HTTPRequest, _ client: OAuth1Client) {
  let token = OAuth1Token(token: Secret("t"), secret: Secret("ts"))
  let signer = OAuth1Signer(client: client, token: token, hashing: OpenSSLHashing())
  let timestamp = Timestamp(seconds: 1_700_000_000)
  guard let signed = try? signer.sign(request, timestamp: timestamp, nonce: "n") else { return }
  let base = signed.baseString
  expect(base.bytes.count { $0 == UInt8(ascii: "&") } == 2, "a base string has three parts")
  expect(
    base.bytes.allSatisfy {
      ASCII.isLetter($0) || ASCII.isDigit($0) || "-._~%&".utf8.contains($0)
    },
    "each part of a base string is encoded"
  )
  let received: OAuth1ReceivedRequest
  do {
    received = try OAuth1ReceivedRequest(signed.request)
  } catch {
    // The request brought protocol parameters of its own, which the receiver must refuse.
    expect(hasForeignParameters(request), "what was signed is read")
    return
  }
  expect(received.baseString == base, "both sides see one base string")
  do {
    try received.verify(
      consumerSecret: client.consumerSecret,
      tokenSecret: token.secret,
      hashing: OpenSSLHashing()
    )
  } catch {
    expect(hasForeignParameters(request), "what was signed verifies")
  }
}

private func hasForeignParameters(_ request: HTTPRequest) -> Bool {
  let parameters = try? ParameterNormalization.parameters(of: request)
  return parameters?.pairs.contains { $0.name.starts(with: "oauth_".utf8) } ?? true
}
