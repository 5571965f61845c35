import Crypto
import Glibc
import Standards
import Testing

/// Looks for a secret in all memory of this process that may be written, to find copies left behind.
///
/// What is looked for is kept inverted, so that the test itself leaves no copy of it.
struct MemoryScan {
  private let inverted: [UInt8]

  /// Remembers the end of a secret: what is given back to the allocator loses its first bytes.
  init(_ secret: borrowing Span<UInt8>) {
    precondition(secret.count >= 32)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for index in (secret.count - 16)..<secret.count { bytes.append(~secret[index]) }
    inverted = bytes
  }

  init(_ secret: Secret) {
    let bytes = secret.bytes
    self.init(bytes.span)
  }

  /// In how many places the secret still stands.
  func count() throws -> Int {
    let size = 1 << 20
    let overlap = inverted.count - 1
    let own = size + 4096
    let area = mmap(nil, own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let area, area != MAP_FAILED else { throw ScanError() }
    defer { munmap(area, own) }
    let needle = area + size
    for (index, byte) in inverted.enumerated() {
      needle.storeBytes(of: ~byte, toByteOffset: index, as: UInt8.self)
    }
    let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
    guard memory >= 0 else { throw ScanError() }
    defer { close(memory) }
    var found = 0
    let ownRange = UInt(bitPattern: area)..<(UInt(bitPattern: area) + UInt(own))
    for region in try Self.regions() {
      var start = region.lowerBound
      while start < region.upperBound {
        // Our own area may have been joined with what lies beside it.
        if ownRange.contains(start) {
          start = ownRange.upperBound
          continue
        }
        let limit =
          start < ownRange.lowerBound
          ? min(region.upperBound, ownRange.lowerBound) : region.upperBound
        let count = pread(memory, area, Int(min(UInt(size), limit - start)), off_t(start))
        guard count > 0 else { break }
        let end = area + count
        var place = area
        while place < end, let hit = memchr(place, Int32(~inverted[0]), end - place) {
          if end - hit >= inverted.count, memcmp(hit, needle, inverted.count) == 0 { found += 1 }
          place = hit + 1
        }
        guard count > overlap, UInt(count) < limit - start else { break }
        start += UInt(count - overlap)
      }
    }
    return found
  }

  struct ScanError: Error {}

  /// The heap and all anonymous memory but the stacks, where calls in progress have their values.
  private static func regions() throws -> [Range<UInt>] {
    guard let file = fopen("/proc/self/maps", "re") else { throw ScanError() }
    defer { fclose(file) }
    var regions: [Range<UInt>] = []
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
        as: UTF8.self
      )
      let words = text.split(separator: " ")
      guard words.count >= 5, words[1].hasPrefix("rw") else { continue }
      let name = words.count > 5 ? words[5].trimmingPrefix(" ") : ""
      guard name.isEmpty || name == "\n" || name.hasPrefix("[heap]") else { continue }
      let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if bounds.count == 2 { regions.append(bounds[0]..<bounds[1]) }
    }
    return regions
  }
}
