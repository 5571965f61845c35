import Login
import Standards
import Storage

/// Where a passphrase is taken from: a file, a variable, or else the terminal; never the command line.
struct PassphraseOptions {
  static let specs = [
    CommandOption(
      "passphrase-file",
      .required("FILE"),
      help: "Take the passphrase from this file, without the end of its line."
    ),
    CommandOption(
      "passphrase-env",
      .required("NAME"),
      help: "Take the passphrase from this environment variable."
    ),
  ]

  private let file: String?
  private let variable: String?

  init(_ options: OptionValues) throws(UsageError) {
    file = options.last("passphrase-file")
    variable = options.last("passphrase-env")
    if file != nil, variable != nil {
      throw UsageError("--passphrase-file and --passphrase-env cannot be combined")
    }
  }

  /// The passphrase that the options name; `nil` when they name none.
  func given(_ environment: Environment) throws(AuthRunError) -> LockedBytes? {
    do throws(VaultError) {
      if let file { return try PassphraseFile.read(file) }
      guard let variable else { return nil }
      if let text = environment.nonEmpty(variable) {
        return try LockedBytes(copying: Array(text.utf8))
      }
    } catch {
      throw AuthRunError(error, step: "passphrase")
    }
    throw AuthRunError(
      .inputInvalid,
      "the environment variable \(variable ?? "") is "
        + (variable.flatMap { environment[$0] } == nil ? "not set" : "empty"),
      step: "passphrase"
    )
  }
}

/// A passphrase that is known already.
final class KnownPassphrase: PassphraseAsker {
  private let text: LockedBytes

  init(_ text: consuming LockedBytes) {
    self.text = text
  }

  func passphrase(_ question: PassphraseQuestion) -> LockedBytes? {
    text.withBuffer { try? LockedBytes(copying: UnsafeRawBufferPointer($0)) }
  }
}

extension CommandContext {
  /// An engine that takes passphrases which are yet to be chosen from these options.
  func engine(choosing options: PassphraseOptions) throws(AuthRunError) -> Engine {
    var settings = try engineSettings()
    if let text = try options.given(environment) { settings.chooser = KnownPassphrase(text) }
    return try Engine(settings)
  }

  /// A passphrase for a file of exported credentials, from the options or the terminal.
  func passphrase(
    _ question: PassphraseQuestion,
    _ options: PassphraseOptions
  ) throws(VaultError) -> LockedBytes {
    do throws(AuthRunError) {
      if let text = try options.given(environment) { return text }
    } catch {
      throw VaultError(.keyUnavailable, error.message, hint: error.hint)
    }
    if let text = TerminalPassphrase(terminal: terminal).passphrase(question) { return text }
    throw VaultError(
      .keyUnavailable,
      "\(question.subject) needs a passphrase, and nobody is here to type it",
      hint: "name a file that holds it: --passphrase-file FILE"
    )
  }
}
