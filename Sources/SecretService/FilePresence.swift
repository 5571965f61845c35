import Glibc

/// Whether files are there.
package enum FilePresence {
  /// Whether there is something at the path.
  package static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
