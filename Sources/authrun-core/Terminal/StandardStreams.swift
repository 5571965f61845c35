import Glibc

/// The three standard streams, each open for something before anything else is opened.
enum StandardStreams {
  /// Fills in streams that the caller had closed.
  ///
  /// Otherwise the next file to be opened would get the number, and a token meant for standard output could be
  /// written into the vault. Writing to a standard output that was closed stays an error.
  static func secure() {
    for (descriptor, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", mode)
    }
  }
}
