package import Standards
import Synchronization

/// A clock that stands still.
package final class FrozenClock: Clock {
  private let time: Mutex<Timestamp>

  package init(_ time: Timestamp) {
    self.time = Mutex(time)
  }

  package func now() -> Timestamp {
    time.withLock { $0 }
  }

  package func set(_ time: Timestamp) {
    self.time.withLock { $0 = time }
  }
}

/// Bytes that look random and are the same in each run: nothing is safe that they guard.
package final class FrozenRandom: RandomSource {
  private let draws = Mutex<UInt64>(0)

  package init() {}

  /// The bytes depend on how many draws came before, and on nothing else.
  package func bytes(_ count: Int) -> [UInt8] {
    var state = draws.withLock { draws in
      draws += 1
      return draws &* 0xD1B5_4A32_D192_ED03
    }
    var bytes: [UInt8] = []
    while bytes.count < count {
      // SplitMix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      for shift in stride(from: UInt64(0), to: 64, by: 8) where bytes.count < count {
        bytes.append(UInt8(truncatingIfNeeded: mixed >> shift))
      }
    }
    return bytes
  }
}
