/// The SHA-256 of each descriptor that comes with authrun, by its id.
///
/// Made from `providers/` by `AUTHRUN_RECORD=1 swift test --filter ShippedDigestsTests`; a test compares.
enum ShippedDigests {
  static let all: [String: String] = [
    "acme": "81ee511d5ec6bb924f72c0263c019d419c267189e307de82d0385f9d2bcf0b4f",
    "spotify": "cbe7fbf46ab56f81ffa2c322e1f2e9c5e3165f24ebffb7b266608beaf48479d2",
    "twitter": "fd32ea0b53875a12fe5d8ae768b1b53bdf64630bb4c8be86c58e61d190cd4182",
  ]
}
