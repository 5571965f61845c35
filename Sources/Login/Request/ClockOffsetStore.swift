import Standards
import Storage
import Synchronization

/// How far the clocks of providers are from ours, as this machine learned it: in this run or an earlier one.
///
/// A file that cannot be read or written costs one more request and nothing else.
final class ClockOffsetStore: Sendable {
  private let file: StateFile
  private let known = Mutex<OAuth1ClockOffsets?>(nil)

  init(_ location: VaultLocation) {
    file = StateFile("clock-offsets.json", in: location)
  }

  /// The seconds to add to our clock for a signature to `url` (RFC 5849 §3.3).
  func seconds(for url: URI, at now: Timestamp) -> Int64 {
    known.withLock { known in
      let offsets = known ?? stored()
      known = offsets
      return offsets.seconds(for: url, at: now)
    }
  }

  func learn(_ seconds: Int64, for url: URI, at now: Timestamp) {
    known.withLock { known in
      // Another process may have learned of another provider meanwhile.
      var offsets = stored()
      offsets.learn(seconds, for: url, at: now)
      try? file.write(offsets.serializedBytes)
      known = offsets
    }
  }

  private func stored() -> OAuth1ClockOffsets {
    OAuth1ClockOffsets(serialized: file.read() ?? [])
  }
}
