/// The SHA-256 of each descriptor that comes with authrun, by its id.
///
/// Made from `providers/` by `AUTHRUN_RECORD=1 swift test --filter ShippedDigestsTests`; a test compares.
enum ShippedDigests {
  static let all: [String: String] = [
    "acme": "81ee511d5ec6bb924f72c0263c019d419c267189e307de82d0385f9d2bcf0b4f",
    "spotify": "7d61c051def0411c8817239895e70ca2cca0568256b0dfb7af7e9fd30cfac112",
    "twitter": "fd32ea0b53875a12fe5d8ae768b1b53bdf64630bb4c8be86c58e61d190cd4182",
  ]
}
