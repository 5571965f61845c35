import Standards

/// What the front can answer by itself: the token of one account, in one form or one tool's protocol.
struct HitRequest {
  enum Form: Hashable {
    case bare
    case json
    case header
    case environment
  }

  enum Purpose: Hashable {
    case token(Form)
    case git(GitCredential.Operation)
    case docker(DockerCredential.Operation)
    case kubectl
    case aws
    case mail(SASLBearer)
  }

  let purpose: Purpose
  /// `nil` where the user's list of hosts says which.
  let account: AccountID?
  let user: String?
  let minimumLife: Int64
  let vault: String?

  /// Reads the words after the program's name; `nil` for all that the whole program should judge.
  ///
  /// Every spelling that is taken here must mean the same there. What is unusual, doubled or wrong is
  /// not taken: errors are told in one place.
  init?(_ words: [String]) {
    var line = HitLine()
    guard line.read(words), let command = line.operands.first else { return nil }
    var operands = line.operands.dropFirst()
    var purpose: Purpose?
    if command == "token" {
      guard line.user == nil else { return nil }
      purpose = .token(line.form ?? .bare)
    } else if command == "helper", line.form == nil, let tool = operands.popFirst() {
      purpose = Self.helper(tool, &operands)
    }
    guard let purpose, operands.count <= 1 else { return nil }
    if let word = operands.first {
      guard let account = AccountID(text: word) else { return nil }
      self.account = account
    } else {
      switch purpose {
      case .git, .docker: account = nil
      case .token, .kubectl, .aws, .mail: return nil
      }
    }
    self.purpose = purpose
    user = line.user
    minimumLife = line.minimumLife ?? 0
    vault = line.vault
  }

  /// The purpose of `helper TOOL`; the operation is the last word, which the tool adds.
  private static func helper(_ tool: String, _ operands: inout ArraySlice<String>) -> Purpose? {
    switch tool {
    case "git":
      operands.popLast().flatMap(GitCredential.Operation.init).flatMap { operation in
        // What a server refused must be noted in the vault.
        operation == .erase ? nil : .git(operation)
      }
    case "docker":
      operands.popLast().flatMap(DockerCredential.Operation.init).flatMap { operation in
        operation == .get || operation == .list ? .docker(operation) : nil
      }
    case "kubectl": .kubectl
    case "aws": .aws
    case "xoauth2": .mail(.xoauth2)
    default: nil
    }
  }
}

/// The options and operands of a line, each option at most once.
private struct HitLine {
  var operands: [String] = []
  var form: HitRequest.Form?
  var user: String?
  var minimumLife: Int64?
  var vault: String?

  /// `false` for an option that is not known here, is doubled, or lacks its value.
  mutating func read(_ words: [String]) -> Bool {
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard word.utf8.first == UInt8(ascii: "-") else {
        operands.append(word)
        continue
      }
      let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
      var value: String?
      if name.endIndex < word.utf8.endIndex {
        value = String(Substring(word.utf8[word.utf8.index(after: name.endIndex)...]))
      }
      switch String(Substring(name)) {
      case "--json", "--header", "--env":
        guard form == nil, value == nil else { return false }
        form = word == "--json" ? .json : word == "--header" ? .header : .environment
      case "--min-ttl", "--vault", "--user":
        if value == nil {
          // A word that looks like an option is more likely a forgotten value.
          guard index < words.count, !words[index].utf8.starts(with: "--".utf8) else {
            return false
          }
          value = words[index]
          index += 1
        }
        guard let value, take(String(Substring(name)), value) else { return false }
      default: return false
      }
    }
    return true
  }

  private mutating func take(_ name: String, _ value: String) -> Bool {
    guard !value.isEmpty else { return false }
    switch name {
    case "--min-ttl":
      guard minimumLife == nil, let seconds = Self.seconds(value) else { return false }
      minimumLife = seconds
    case "--vault":
      guard vault == nil else { return false }
      vault = value
    default:
      guard user == nil else { return false }
      user = value
    }
    return true
  }

  /// At most a year, as the whole program has it.
  private static func seconds(_ text: String) -> Int64? {
    guard (1...9).contains(text.utf8.count) else { return nil }
    var seconds: Int64 = 0
    for byte in text.utf8 {
      guard ASCII.isDigit(byte) else { return nil }
      seconds = seconds * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return seconds <= 31_536_000 ? seconds : nil
  }
}
