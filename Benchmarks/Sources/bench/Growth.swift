import Crypto
import Glibc
import Rivals
import Standards

/// What a signature allocates for ten times as many parameters.
enum Growth {
  /// Prints a row for each size; `false` where memory grows faster than the number of parameters.
  static func check() throws -> Bool {
    let signer = OAuth1Signer(
      client: OAuth1Client(consumerKey: "ck", consumerSecret: Secret("cs")),
      token: OAuth1Token(token: Secret("t"), secret: Secret("ts")),
      hashing: OpenSSLHashing()
    )
    let sizes = [10, 100, 1000, 10_000, 100_000]
    let used = try sizes.map { try allocations(signer, parameters: $0) }
    for (size, used) in zip(sizes, used) {
      let perParameter = used.bytes / size
      print(
        "| growth with \(size) parameters | \(used.calls) allocations, \(perParameter) bytes each |"
      )
    }
    return zip(used, used.dropFirst()).allSatisfy { few, many in
      many.calls <= few.calls * 10 && many.bytes <= few.bytes * 11
    }
  }

  private static func allocations(
    _ signer: OAuth1Signer,
    parameters count: Int
  ) throws -> (calls: Int, bytes: Int) {
    // Names in an order far from the sorted one.
    let body = (0..<count).map { "name\($0 &* 7919 % count)=value%20\($0)" }.joined(separator: "&")
    let request = HTTPRequest(
      method: "POST",
      url: try URI("https://api.example.com/"),
      headers: HTTPFields([HTTPField("Content-Type", "application/x-www-form-urlencoded")]),
      body: Array(body.utf8)
    )
    let before = allocations_so_far()
    let signed = try signer.sign(request, timestamp: Timestamp(seconds: 1), nonce: "n")
    let after = allocations_so_far()
    guard signed.authorization != nil else { fatalError("not signed") }
    return (Int(after.calls - before.calls), Int(after.bytes - before.bytes))
  }
}
