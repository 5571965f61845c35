import Standards

/// A file of credentials that a passphrase opens, and nothing else does.
///
/// One line of JSON: what is needed to hash the passphrase, and the sealed records. It depends on no
/// vault and no key, so that it serves as a backup and for a move to another machine.
struct ExportFile {
  let cost: PassphraseCost
  let salt: [UInt8]
  let sealed: [UInt8]

  private static let version: Int64 = 1
  private static let algorithm = "argon2id13"

  /// Seals credentials, and entries that stand for them.
  init(
    sealing contents: [RowContent],
    at now: Timestamp,
    passphrase: borrowing LockedBytes,
    cost: PassphraseCost = .today
  ) throws(VaultError) {
    self.cost = cost
    salt = PassphraseHash.freshSalt()
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    var object = JSONObject()
    object["exported_at"] = .number(JSONNumber(now.seconds))
    object["records"] = .array(contents.map { $0.json })
    var plain = JSONValue.object(object).serializedBytes
    defer { plain.overwrite() }
    let data = Self.associatedData(salt: salt, cost: cost)
    sealed = hash.withBytes { hash in
      plain.withUnsafeBufferPointer { SealedBox.seal($0, key: hash, data: data) }
    }
  }

  /// What is in it; `nil` when the passphrase is another one or the file was altered.
  ///
  /// - Throws: `newerVersion` or `corrupt` for records that this version cannot read.
  func open(passphrase: borrowing LockedBytes) throws(VaultError) -> [RowContent]? {
    let hash = try PassphraseHash.compute(passphrase, salt: salt, cost: cost)
    let data = Self.associatedData(salt: salt, cost: cost)
    let opened = hash.withBytes { SealedBox.open(sealed, key: $0, data: data) }
    guard var plain = opened else { return nil }
    defer { plain.overwrite() }
    do throws(RecordFault) {
      var members = try RecordMembers(Self.json(plain))
      _ = try members.timestamp("exported_at")
      let contents = try members.required("records") { (value) throws(RecordFault) in
        guard case .array(let elements) = value else { throw .malformed }
        var contents: [RowContent] = []
        for element in elements { contents.append(try RowContent(element)) }
        return contents
      }
      try members.finish()
      return contents
    } catch {
      if case .unknown(let name) = error {
        throw VaultError(
          .newerVersion,
          "the export holds “\(name)”, which this version does not know",
          hint: "update authrun"
        )
      }
      throw VaultError(.corrupt, "the export holds something else than credentials")
    }
  }

  private static func associatedData(salt: [UInt8], cost: PassphraseCost) -> [UInt8] {
    Array("authrun export 1\u{0}".utf8) + salt + KeyedHash.bigEndian(UInt64(cost.passes))
      + KeyedHash.bigEndian(UInt64(cost.memory))
  }
}

extension ExportFile {
  /// The largest export that is read, in bytes.
  static let largest = 256 << 20

  private static func json(_ bytes: [UInt8]) throws(RecordFault) -> JSONValue {
    do {
      let limits = JSONLimits(maximumBytes: largest, maximumDepth: 256)
      return try JSONReader.read(bytes, limits: limits)
    } catch {
      throw .malformed
    }
  }

  var bytes: [UInt8] {
    var object = JSONObject()
    object["authrun_export"] = .number(JSONNumber(Self.version))
    object["algorithm"] = .string(Self.algorithm)
    object["passes"] = .number(JSONNumber(Int64(cost.passes)))
    object["memory"] = .number(JSONNumber(Int64(cost.memory)))
    object["salt"] = .string(Base64.encode(salt))
    object["sealed"] = .string(Base64.encode(sealed))
    return JSONValue.object(object).serializedBytes + [UInt8(ascii: "\n")]
  }

  /// - Throws: `foreign` for what is no export, `newerVersion` for one of a later version.
  init(bytes: [UInt8], name: String) throws(VaultError) {
    var version: Int64 = 0
    do throws(RecordFault) {
      var members = try RecordMembers(Self.json(bytes))
      version = try members.integer("authrun_export")
      let algorithm = try members.string("algorithm")
      guard version == Self.version, algorithm == Self.algorithm else { throw .unknown("version") }
      cost = PassphraseCost(
        passes: Int(try members.integer("passes")),
        memory: Int(try members.integer("memory"))
      )
      salt = try members.base64("salt")
      sealed = try members.base64("sealed")
      try members.finish()
      guard salt.count == PassphraseHash.saltSize else { throw .malformed }
    } catch {
      if version > 0, case .unknown = error {
        throw VaultError(
          .newerVersion,
          "\(name) was exported by a newer authrun",
          hint: "update authrun"
        )
      }
      throw VaultError(.foreign, "\(name) is not an export of authrun, or is damaged")
    }
    guard cost.isBearable else {
      throw VaultError(
        .corrupt,
        cost.refusal(of: name),
        hint: "somebody has altered the file: export it again, or use another copy"
      )
    }
  }
}
