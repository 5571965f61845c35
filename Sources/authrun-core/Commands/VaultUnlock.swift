import Login
import Standards
import Storage

/// `authrun vault unlock [--for TIME]`.
struct VaultUnlockCommand: Command {
  static let spec = CommandSpec(
    "vault unlock",
    summary: "Let the kernel remember the vault's key for a while",
    details: [
      "For a key that is in a keyring, behind a passphrase or printed by a command: until the time is up "
        + "every program of yours opens the vault as fast as with a key file, and without being asked. The "
        + "key lies in the kernel's memory (keyrings(7)), never on a disk; vault lock, a restart and the "
        + "time end it."
    ],
    options: [
      CommandOption(
        "for",
        .required("TIME"),
        help: "How long: seconds, or 15m, 8h, 2d; 15m if left out."
      )
    ]
  )

  private let seconds: Int

  init(_ arguments: Arguments) throws(UsageError) {
    let text = arguments.options.last("for") ?? "15m"
    guard let seconds = Self.seconds(text) else {
      throw UsageError("--for must be a time such as 90, 15m, 8h or 2d, at most 30d, not “\(text)”")
    }
    self.seconds = seconds
  }

  func run(in context: CommandContext) async throws {
    let engine = try context.engine()
    let source = try engine.unlockVault(seconds: seconds)
    guard !source.isDirect else {
      return try context.finish(
        json: .object(
          JSONObject([("source", .string(source.name)), ("unlocked_until", .null)])
        ),
        lines: [
          VisibleText.line("Nothing to unlock: the key comes from \(engine.keyWords(source)).")
        ]
      )
    }
    let end = context.now().adding(Int64(seconds))
    try context.finish(
      json: .object(
        JSONObject([("source", .string(source.name)), ("unlocked_until", .time(end))])
      ),
      lines: ["Unlocked; ends \(Remaining.text(until: end, now: context.now()))."]
    )
  }

  /// The seconds that a time stands for.
  static func seconds(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text : String(text.dropLast())
    guard !digits.isEmpty, digits.utf8.count <= 7,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits)
    else { return nil }
    let seconds = number * (unit ?? 1)
    return (1...30 * 86_400).contains(seconds) ? seconds : nil
  }
}

/// `authrun vault lock`.
struct VaultLockCommand: Command {
  static let spec = CommandSpec(
    "vault lock",
    summary: "Make the kernel forget the vault's key"
  )

  init(_ arguments: Arguments) throws(UsageError) {}

  func run(in context: CommandContext) async throws {
    let wasUnlocked = try context.engine().lockVault()
    try context.finish(
      json: .object(JSONObject([("was_unlocked", .bool(wasUnlocked))])),
      lines: [wasUnlocked ? "Locked." : "It was not unlocked."]
    )
  }
}
