/// The key derivation of ECDH-ES (RFC 7518 §4.6.2), with SHA-256.
enum ConcatKDF {
  static func derive(
    _ sharedSecret: [UInt8],
    algorithmName: String,
    partyU: [UInt8],
    partyV: [UInt8],
    byteCount: Int,
    hashing: any Hashing
  ) -> [UInt8] {
    let information =
      prefixed(Array(algorithmName.utf8)) + prefixed(partyU) + prefixed(partyV)
      + number(byteCount * 8)
    var output: [UInt8] = []
    // Room for all rounds at once: an array that grows leaves copies behind.
    output.reserveCapacity(byteCount + 32)
    var round = 1
    while output.count < byteCount {
      var message = number(round) + sharedSecret + information
      defer { message.wipe() }
      var digest = hashing.digest(.sha256, message)
      output += digest
      digest.wipe()
      round += 1
    }
    if output.count == byteCount { return output }
    defer { output.wipe() }
    return Array(output.prefix(byteCount))
  }

  private static func prefixed(_ bytes: [UInt8]) -> [UInt8] {
    number(bytes.count) + bytes
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
