/// The SHA-256 of each descriptor that comes with authrun, by its id.
///
/// Made from `providers/` by `AUTHRUN_RECORD=1 swift test --filter ShippedDigestsTests`; a test compares.
enum ShippedDigests {
  static let all: [String: String] = [
    "acme": "81ee511d5ec6bb924f72c0263c019d419c267189e307de82d0385f9d2bcf0b4f",
    "discord": "40fa9e7324ac3feecbe3557fa9c35c0b2ca80d3ccfb969a6eb4b881d72913d91",
    "dropbox": "3c5b5faf97f2f9d086378283302b28c3ca747673a4ed3f86f51c44b40a54b963",
    "github": "fc261972148dfbcaffdddece8d1d09503b8ebf05ec61c57ce29e86c46aee511f",
    "mailchimp": "75a5eb081b69522e943b0d6b03b9151c7b747c87eb7bd4ac58a924bf0a4e34df",
    "notion": "0b1802d2b7d87185e2d0c0177b01642df71822212ac89450435e4b35905eaf54",
    "reddit": "fc39376c498280e09f47b6ea48f3cc097357cfe31f13ec53661d6abb0b840719",
    "salesforce": "a7056280484b6597c7f8c03df364f638848bef61722d21118db90e1a0d3ec308",
    "shopify": "4509a4ca598f0e4bc7cef5681a1fcf772fcb538afda0ed61b5f9f5b9af59d8c9",
    "slack": "b1e4a579a93816522ebc9feac32b9ddd592e56eb8afaa6273688b20cc5ec9edc",
    "spotify": "7d61c051def0411c8817239895e70ca2cca0568256b0dfb7af7e9fd30cfac112",
    "stackexchange": "5b64bdbaeb05f53ab7a4e06103138ca7cdb159bcfc3458e318e3e3adf6cd3c2b",
    "tiktok": "9bb04fe16252899b57f9b262c519743ca4cee0ca42ef939c50874e17579dd20e",
    "trello": "52319adfb533a70d0a6406fb9430b47d650a179e3217ca392761ff54c14e46d2",
    "twitch": "5f431037007a7a14e18815f44be10b84cf158c9e4f7be44e24b452caa12dee40",
    "twitter": "fd32ea0b53875a12fe5d8ae768b1b53bdf64630bb4c8be86c58e61d190cd4182",
    "wechat": "f374265f61f375cadd99f573e38c7822410a96c038bfdee79f810f75bb459df4",
    "withings": "3d602b8fcafac25c83999a4b2b9455ece4fa94eecd64514aec65d6b5fe40ac7e",
    "xero": "aa77df35bc6233623828fcaf40795eb29aa4dbd851a69ab1b264e39dbf06eebc",
  ]
}
