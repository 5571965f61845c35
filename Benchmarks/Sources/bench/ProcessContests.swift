import Glibc
import Rivals

/// Whole programs, from their start to their end, by the processor time that they take.
enum ProcessContests {
  /// `authrun` is the front's path; its vault has a valid token for `spotify`.
  static func make(_ authrun: String) -> [Contest] {
    let programs = [
      ("true", "/bin/true", []),
      ("git-credential-oauth -h", "/usr/bin/git-credential-oauth", ["-h"]),
      ("curl --version", "/usr/bin/curl", ["--version"]),
    ]
    return [
      Contest(
        name: "process authrun token, stored and valid",
        contestants: [program("authrun", authrun, ["token", "spotify"])]
          + programs.filter { access($0.1, X_OK) == 0 }.map { program($0.0, $0.1, $0.2) },
        clock: process_time
      )
    ]
  }

  private static func program(_ name: String, _ path: String, _ arguments: [String]) -> Contestant {
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    return Contestant(name) { process_run(path, words) >= 0 }
  }
}
