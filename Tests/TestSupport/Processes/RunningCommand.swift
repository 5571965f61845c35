import Foundation
package import Glibc
import Synchronization

/// A program that runs now.
///
/// All waiting is asynchronous: the threads of Swift's own pool, two on a small machine, stay free for
/// the other tests. The program is killed when the last reference to it goes away.
package final class RunningCommand: Sendable {
  /// The process number; also that of its process group.
  package let pid: pid_t
  private let state: Mutex<CommandState>
  private let input: Mutex<CommandInput>

  init(_ command: Command) throws(CommandError) {
    _ = ignoreBrokenPipes
    let output = try FileDescriptor.pipe()
    let errors = try FileDescriptor.pipe()
    let childOutput = FileDescriptor(output.write)
    let childErrors = FileDescriptor(errors.write)
    let ourOutput = FileDescriptor(output.read)
    let ourErrors = FileDescriptor(errors.read)
    let started = Date()

    switch command.input {
    case .terminal:
      let terminal = try Terminal()
      pid = try spawn(
        command,
        input: .terminal(path: terminal.path),
        output: childOutput.number,
        errors: childErrors.number
      )
      input = Mutex(.terminal(terminal))
    case .empty, .text, .interactive:
      let pipe = try FileDescriptor.pipe()
      let childInput = FileDescriptor(pipe.read)
      let ourInput = FileDescriptor(pipe.write)
      pid = try spawn(
        command,
        input: .descriptor(childInput.number),
        output: childOutput.number,
        errors: childErrors.number
      )
      input = Mutex(.pipe(ourInput))
    }
    state = Mutex(CommandState(started: started, onOutputLine: command.onOutputLine))

    follow(ourOutput, .output)
    follow(ourErrors, .errors)
    Thread.detachNewThread { [pid, weak self] in
      var information = siginfo_t()
      // WNOWAIT leaves the zombie, so that nobody else gets the number while we may still signal it.
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
      guard let self else {
        waitpid(pid, nil, 0)
        return
      }
      self.reap()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + command.deadline) { [weak self] in
      self?.expire()
    }

    if case .text(let text) = command.input {
      Thread.detachNewThread { [self] in
        _ = self.write(text)
        self.closeInput()
      }
    } else if case .empty = command.input {
      closeInput()
    }
  }

  deinit {
    state.withLock { state in
      if state.ending == nil { kill(-pid, SIGKILL) }
    }
  }

  /// Sends a line to the program's standard input.
  package func send(line: String) {
    _ = write(line + "\n")
  }

  /// Ends the program's standard input.
  package func closeInput() {
    input.withLock { $0 = .closed }
  }

  /// Sends a signal to the program alone.
  package func signal(_ number: Int32) {
    state.withLock { state in
      if state.ending == nil { _ = kill(pid, number) }
    }
  }

  /// Sends a signal to the program and its children, as a terminal's Ctrl-C does.
  package func signalGroup(_ number: Int32) {
    state.withLock { state in
      if state.ending == nil { _ = kill(-pid, number) }
    }
  }

  /// All of standard error so far.
  package var errorsSoFar: String {
    state.withLock { String(decoding: $0.errors.bytes, as: UTF8.self) }
  }

  /// The first line of standard error, from now or before, that holds `text`.
  package func errorLine(containing text: String) async throws(CommandError) -> String {
    try await line(of: .errors, containing: text)
  }

  /// The first line of standard output, from now or before, that holds `text`.
  package func outputLine(containing text: String) async throws(CommandError) -> String {
    try await line(of: .output, containing: text)
  }

  /// Waits for the end.
  package func result() async throws(CommandError) -> CommandResult {
    await wait { $0.isFinished }
    return state.withLock { $0.result }
  }

  private func line(
    of stream: CommandState.Stream,
    containing text: String
  ) async throws(CommandError)
    -> String
  {
    await wait { $0.isFinished || $0.line(of: stream, containing: text) != nil }
    let (line, result) = state.withLock { ($0.line(of: stream, containing: text), $0.result) }
    guard let line else { throw .endedEarly(waitingFor: "a line with “\(text)”", result) }
    return line
  }

  private func wait(_ condition: @escaping @Sendable (borrowing CommandState) -> Bool) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isTrue = state.withLock { state in
        if condition(state) { return true }
        state.waiters.append(CommandState.Waiter(condition: condition, continuation: continuation))
        return false
      }
      if isTrue { continuation.resume() }
    }
  }

  private func write(_ text: String) -> Bool {
    input.withLock { $0.write(Array(text.utf8)) }
  }

  private func follow(_ descriptor: consuming FileDescriptor, _ stream: CommandState.Stream) {
    // A closure cannot take over a noncopyable value, a box can.
    let box = DescriptorBox(descriptor)
    Thread.detachNewThread { [weak self] in
      while true {
        let bytes = box.read()
        self?.update { $0.receive(bytes, on: stream) }
        if bytes.isEmpty { return }
      }
    }
  }

  private func reap() {
    update { state in
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      state.ended(status)
    }
    // Whatever outlives the program and holds its output must not hold up the test for long.
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { [weak self] in
      self?.update { $0.stopListening() }
    }
  }

  private func expire() {
    update { state in
      guard state.ending == nil else { return }
      state.timedOut = true
      _ = kill(-pid, SIGKILL)
    }
  }

  private func update(_ change: (inout CommandState) -> Void) {
    let ready = state.withLock { state in
      change(&state)
      return state.takeSatisfied()
    }
    for continuation in ready {
      continuation.resume()
    }
  }
}

/// Writing to a program that has ended must be an error code, not our death.
private let ignoreBrokenPipes: Void = {
  signal(SIGPIPE, SIG_IGN)
}()

private final class DescriptorBox: Sendable {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  func read() -> [UInt8] {
    descriptor.read()
  }
}
