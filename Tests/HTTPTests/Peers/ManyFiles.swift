import Glibc
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where this process may not have thousands of files open.
  ///
  /// Without the room, not the test would fail but the whole process, in whatever needs a file next.
  static var requiresManyFiles: Self {
    .enabled(if: hasRoomForManyFiles, "fewer than 4096 open files are allowed here (ulimit -n)")
  }
}

/// Whether the limit is high enough; raises the one in force to the highest that is allowed.
private let hasRoomForManyFiles: Bool = {
  let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  var limit = rlimit()
  guard getrlimit(kind, &limit) == 0, limit.rlim_max >= 4096 else { return false }
  limit.rlim_cur = max(limit.rlim_cur, 4096)
  return setrlimit(kind, &limit) == 0
}()
