import Glibc
import Standards

/// A passphrase, and whether asking again would give the same.
struct GivenPassphrase: ~Copyable {
  let text: LockedBytes
  let isFinal: Bool
}

extension KeyAccess {
  /// The passphrase for a vault: from the environment, from the file that it names, or from the user.
  ///
  /// - Throws: `keyUnavailable` when nobody can answer.
  func passphrase(_ question: PassphraseQuestion) throws(VaultError) -> GivenPassphrase {
    if question.purpose == .choose, let text = chooser?.passphrase(question) {
      return GivenPassphrase(text: text, isFinal: true)
    }
    if let text = variable("AUTHRUN_VAULT_PASSPHRASE"), !text.isEmpty {
      return GivenPassphrase(text: try LockedBytes(copying: Array(text.utf8)), isFinal: true)
    }
    if let path = variable("AUTHRUN_VAULT_PASSPHRASE_FILE"), !path.isEmpty {
      return GivenPassphrase(text: try PassphraseFile.read(path), isFinal: true)
    }
    if let text = asker?.passphrase(question) {
      return GivenPassphrase(text: text, isFinal: false)
    }
    throw unanswered(question)
  }

  private func unanswered(_ question: PassphraseQuestion) -> VaultError {
    let empty = ["AUTHRUN_VAULT_PASSPHRASE", "AUTHRUN_VAULT_PASSPHRASE_FILE"]
      .first { variable($0) == "" }
    let remark = empty.map { " (\($0) is empty)" } ?? ""
    switch question.purpose {
    case .open:
      return VaultError(
        .keyUnavailable,
        "\(question.subject) is behind a passphrase, and nobody is here to type it\(remark)",
        hint: "“authrun vault unlock” at a terminal keeps it open for a while; or name a file that "
          + "holds the passphrase in AUTHRUN_VAULT_PASSPHRASE_FILE"
      )
    case .choose:
      return VaultError(
        .keyUnavailable,
        "a passphrase for \(question.subject) is to be chosen, and nobody is here to type it\(remark)",
        hint:
          "name a file that holds it: --passphrase-file FILE, or a variable: --passphrase-env NAME"
      )
    }
  }
}

/// A passphrase in a file that only its owner can read.
package enum PassphraseFile {
  private static let longest = 4096

  /// The file's content without one line end.
  ///
  /// A pipe or a terminal is taken too: the shell makes those for `<(…)`.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  package static func read(_ path: String) throws(VaultError) -> LockedBytes {
    var room = try LockedBytes(count: longest)
    var count = 0
    do {
      let file = try FileDescriptor(path, O_RDONLY)
      let status = try file.status()
      if status.isRegularFile { try check(status, path) }
      count = try room.withMutableBuffer { (room) throws(SystemError) in
        try file.read(into: UnsafeMutableRawBufferPointer(room))
      }
    } catch let error as SystemError {
      throw error.vaultError("read", path)
    } catch let error as VaultError {
      throw error
    } catch {
      throw VaultError(.io, "cannot read \(path)")
    }
    guard count < longest else {
      throw VaultError(.untrustedFile, "\(path) is too long for a passphrase")
    }
    return try room.withBuffer { (room) throws(VaultError) in
      if count > 0, room[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      if count > 0, room[count - 1] == UInt8(ascii: "\r") { count -= 1 }
      guard count > 0 else { throw VaultError(.untrustedFile, "\(path) holds no passphrase") }
      return try LockedBytes(
        copying: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: room[..<count]))
      )
    }
  }

  private static func check(_ status: FileStatus, _ path: String) throws(VaultError) {
    try PrivateFile.check(status, path)
  }
}
