/// How far the clocks of providers are from ours, each kept for its origin until it is too old to be believed.
///
/// A value without a clock or a file: the caller says what time it is and keeps the text.
package struct OAuth1ClockOffsets: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let seconds: Int64
    let learned: Timestamp
  }

  private var byOrigin: [String: Entry] = [:]

  /// Seconds for which an offset is believed: clocks are set right some day.
  package static let lifetime: Int64 = 86_400

  /// More providers than anybody signs for; the oldest go first.
  package static let maximumCount = 64

  package init() {}

  /// The seconds to add to our clock for a request to `url`; zero where nothing is known.
  ///
  /// An offset that was learned in our future says that our own clock was set since, and is not believed.
  package func seconds(for url: URI, at now: Timestamp) -> Int64 {
    guard let entry = byOrigin[url.origin], entry.learned <= now,
      now < entry.learned.adding(Self.lifetime)
    else { return 0 }
    return entry.seconds
  }

  /// Takes over what a refusal taught; zero forgets the origin.
  package mutating func learn(_ seconds: Int64, for url: URI, at now: Timestamp) {
    byOrigin[url.origin] = seconds == 0 ? nil : Entry(seconds: seconds, learned: now)
    while byOrigin.count > Self.maximumCount {
      guard let oldest = byOrigin.min(by: { $0.value.learned < $1.value.learned }) else { return }
      byOrigin[oldest.key] = nil
    }
  }

  /// The JSON text to keep; no more than origins, seconds and times.
  package var serializedBytes: [UInt8] {
    var object = JSONObject()
    for (origin, entry) in byOrigin.sorted(by: { $0.key < $1.key }) {
      object[origin] = .array([.integer(entry.seconds), .integer(entry.learned.seconds)])
    }
    return object.serializedBytes
  }

  /// Reads a text that was kept; entries that cannot be read, and any other text, count as nothing known.
  package init(serialized bytes: [UInt8]) {
    guard let object = (try? JSONReader.read(bytes, limits: .signed))?.object else { return }
    for member in object.members {
      guard let pair = member.value.array, pair.count == 2, let seconds = pair[0].int64,
        let learned = pair[1].int64
      else { continue }
      byOrigin[member.name] = Entry(seconds: seconds, learned: Timestamp(seconds: learned))
    }
  }
}
