package import Testing
private import Glibc

/// A program that checks its own memory accesses, as `scripts/sanitize` builds it.
package enum Sanitizer {
  /// Whether this process, and so each product beside it, is such a program.
  package static let isOn = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}

extension Trait where Self == ConditionTrait {
  /// Skips the test where the sanitizer's own memory or system calls would be taken for ours.
  package static func withoutSanitizer(_ reason: Comment) -> Self {
    .enabled(if: !Sanitizer.isOn, reason)
  }
}
