/// What the exit statuses say, for help.
enum ExitStatuses {
  static let meanings: [(status: Int32, text: String)] = [
    (0, "Done."),
    (64, "The command line is wrong."),
    (65, "A descriptor, an option or another input is wrong or missing."),
    (67, "There is no such provider or account."),
    (69, "The service cannot be reached, cannot serve now, or took too long."),
    (70, "A fault of authrun itself."),
    (73, "The vault cannot be used."),
    (76, "An answer or a token breaks its protocol."),
    (77, "Refused: by the user, by the provider, or by a rule that protects the secrets."),
    (78, "Only a login by the user can help."),
    (126, "The command for exec cannot be run."),
    (127, "There is no such command for exec."),
    (130, "Interrupted."),
  ]
}
