/// Why the vault cannot do what was asked, and what the user can do about it.
///
/// Neither text ever holds a token, a key or any other sealed value; paths, account names and numbers
/// may appear.
package struct VaultError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers tell apart.
  package enum Kind: Hashable, Sendable {
    /// There is no vault at that place.
    case missing
    /// The place itself is unusable: not a path, another scheme, no home directory.
    case location
    /// A file or directory can be read or written by others.
    case loosePermissions
    /// A file or directory belongs to another user, or is not what it must be.
    case untrustedFile
    /// The operating system denies access.
    case denied
    /// The vault, or a record in it, is damaged.
    case corrupt
    /// The file is a database of something else.
    case foreign
    /// A newer authrun wrote it.
    case newerVersion
    /// The master key is not where the vault's record of it says.
    case keyMissing
    /// The source of the master key does not give it now: locked, silent, or nobody to ask.
    case keyUnavailable
    /// The master key is not the one that this vault was made with.
    case wrongKey
    /// It is another vault than the one that was used at that place before.
    case replaced
    /// The vault has got another key since it was opened here.
    case rekeyed
    /// The server of a shared vault cannot be reached, or does not serve now; it may pass.
    case unreachable
    /// Another process holds a lock for longer than the caller would wait.
    case locked
    /// The record changed since it was read.
    case conflict
    /// A file or a vault is there already.
    case exists
    /// The disk or the quota is full.
    case full
    /// The file or the file system cannot be written.
    case readOnly
    /// Reading or writing failed in another way.
    case io
    /// The caller's task was cancelled while it waited.
    case cancelled
  }

  package let kind: Kind
  /// What happened, in one sentence without its full stop.
  package let message: String
  /// What to do next, when something can be done.
  package let hint: String?

  package init(_ kind: Kind, _ message: String, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  package var description: String { message }
}
