import Glibc
import Standards

/// Bytes from the kernel's generator.
package struct SystemRandom: RandomSource {
  /// The most that one call of `getentropy` gives.
  private static let chunk = 256

  package init() {}

  /// Waits until the generator is seeded, which it is soon after boot; cannot fail afterwards.
  package func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let size = min(Self.chunk, count - filled)
        guard let start = buffer.baseAddress, getentropy(start + filled, size) == 0 else {
          fatalError("the kernel gives no random bytes")
        }
        filled += size
      }
    }
  }
}
