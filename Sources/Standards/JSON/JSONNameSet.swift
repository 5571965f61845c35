/// The names seen in one object, compared byte for byte.
///
/// Short objects are searched; from the 33rd member on a hash set takes over, so that an object with
/// a hundred thousand members costs no more than its length.
struct JSONNameSet {
  private var seen: Set<ExactName> = []

  /// Notes `name` as the next after `members`; `false` when it was there before.
  mutating func insert(_ name: String, among members: [JSONObject.Member]) -> Bool {
    if members.count < JSONObject.searchedSize {
      return !members.contains { $0.name.hasSameBytes(as: name) }
    }
    if members.count == JSONObject.searchedSize {
      seen = Set(members.map { ExactName(text: $0.name) })
    }
    return seen.insert(ExactName(text: name)).inserted
  }

  private struct ExactName: Hashable {
    let text: String

    static func == (left: ExactName, right: ExactName) -> Bool {
      left.text.hasSameBytes(as: right.text)
    }

    func hash(into hasher: inout Hasher) {
      for byte in text.utf8 {
        hasher.combine(byte)
      }
    }
  }
}
