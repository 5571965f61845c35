import Standards

/// What the front can answer by itself: the token of one account, in one form.
struct HitRequest: Hashable {
  enum Form: Hashable {
    case bare
    case json
    case header
    case environment
  }

  var account: AccountID
  var form: Form
  var minimumLife: Int64
  var vault: String?

  /// Reads the words after the program's name; `nil` for all that the whole program should judge.
  ///
  /// Every spelling that is taken here must mean the same there. What is unusual, doubled or wrong is
  /// not taken: errors are told in one place.
  init?(_ words: [String]) {
    var command: String?
    var account: String?
    var form: Form?
    var minimumLife: Int64?
    var vault: String?
    var index = 0

    func value(_ word: String, of option: StaticString) -> String? {
      guard word.utf8.count > option.utf8CodeUnitCount else {
        index += 1
        return index < words.count ? words[index] : nil
      }
      return String(Substring(word.utf8.dropFirst(option.utf8CodeUnitCount + 1)))
    }

    while index < words.count {
      let word = words[index]
      if word == "--json" || word == "--header" || word == "--env" {
        guard form == nil else { return nil }
        form = word == "--json" ? .json : word == "--header" ? .header : .environment
      } else if word == "--min-ttl" || word.utf8.starts(with: "--min-ttl=".utf8) {
        guard minimumLife == nil, let text = value(word, of: "--min-ttl"),
          let seconds = Self.seconds(text)
        else { return nil }
        minimumLife = seconds
      } else if word == "--vault" || word.utf8.starts(with: "--vault=".utf8) {
        guard vault == nil, let text = value(word, of: "--vault"), !text.isEmpty else { return nil }
        vault = text
      } else if command == nil {
        guard word == "token" else { return nil }
        command = word
      } else {
        guard account == nil else { return nil }
        account = word
      }
      index += 1
    }
    guard let account = account.flatMap(Self.account) else { return nil }
    self.account = account
    self.form = form ?? .bare
    self.minimumLife = minimumLife ?? 0
    self.vault = vault
  }

  /// `provider` or `provider/name`, both in the characters of ordinary names.
  ///
  /// Others, and empty ones, are for the whole program to judge.
  private static func account(_ word: String) -> AccountID? {
    var parts: [String] = []
    var start = word.utf8.startIndex
    for index in word.utf8.indices {
      let byte = word.utf8[index]
      if byte == UInt8(ascii: "/") {
        parts.append(String(word[start..<index]))
        start = word.utf8.index(after: index)
      } else {
        guard isPlain(byte) else { return nil }
      }
    }
    parts.append(String(word[start...]))
    guard parts.count <= 2, let provider = parts.first, let name = parts.last, !provider.isEmpty,
      !name.isEmpty, provider.utf8.first != UInt8(ascii: "-")
    else { return nil }
    return parts.count == 1
      ? AccountID(provider: provider) : AccountID(provider: provider, name: name)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// At most nine digits, so that no sum overflows.
  private static func seconds(_ text: String) -> Int64? {
    guard (1...9).contains(text.utf8.count) else { return nil }
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      seconds = seconds * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return seconds
  }
}
