/// Where a descriptor's script runs.
package enum ScriptIsolation: Hashable, Sendable {
  /// On a thread of this process, held by the limits of the guest alone.
  case thread
  /// In a helper process behind a wall of the kernel's; `program` is started as the helper.
  ///
  /// Any program that contains this module serves, and says so before its `main`.
  case process(program: String)

  /// A helper that is this same program, whatever it is.
  package static let ownProcess = ScriptIsolation.process(program: "/proc/self/exe")
}

/// Which scripts run where.
package struct IsolationRule: Hashable, Sendable {
  /// What the user may ask for.
  package enum Mode: String, CaseIterable, Sendable {
    case process
    case thread
  }

  /// `nil`: the shipped catalogue on a thread, all else in a process.
  package var mode: Mode?
  package var helper: ScriptIsolation

  package init(mode: Mode? = nil, program: String? = nil) {
    self.mode = mode
    helper = program.map { .process(program: $0) } ?? .ownProcess
  }

  /// The place for a script; one that came with authrun was read by its makers.
  package func isolation(isShipped: Bool) -> ScriptIsolation {
    switch mode {
    case .process: helper
    case .thread: .thread
    case nil: isShipped ? .thread : helper
    }
  }
}
