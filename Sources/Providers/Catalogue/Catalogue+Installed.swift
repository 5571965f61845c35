internal import Glibc

extension Catalogue {
  /// The folder that was installed with the executable, or the one in the sources it was built from.
  ///
  /// `nil` when neither exists. Symbolic links to the executable are followed.
  package static func installedDirectory(executablePath: String) -> String? {
    let path = realPath(executablePath) ?? executablePath
    return candidates(executablePath: path).first(where: isFolder)
  }

  /// Where the installed descriptors may be, best first.
  static func candidates(executablePath path: String) -> [String] {
    var result: [String] = []
    // A build in a checkout uses the checkout's own, not those of an installed authrun.
    if let range = path.firstRange(of: "/.build/") {
      result.append(path[..<range.lowerBound] + "/providers")
    }
    let folder = parent(path)
    result.append(parent(folder) + "/share/authrun/providers")
    // `authrun-core` may stand in libexec/authrun, one level deeper.
    result.append(parent(parent(folder)) + "/share/authrun/providers")
    return result
  }

  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    // The C library allocated the text for us to free.
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
