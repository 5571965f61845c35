import Glibc
import Login
import Synchronization

/// Shows a trace on standard error.
final class TraceToTerminal: TraceSink {
  private let terminal: Terminal
  private let step = Mutex<String?>(nil)

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  func record(_ event: TraceEvent) {
    let renderer = TraceRenderer(style: terminal.style)
    let previous = step.withLock { step in
      defer { step = event.step }
      return step
    }
    terminal.write(renderer.lines(event, after: previous))
  }
}

/// Writes a trace to a file; one that it makes only its owner can read.
final class TraceToFile: TraceSink {
  private let descriptor: Int32
  private let step = Mutex<String?>(nil)

  /// Opens the file anew; what it held is gone.
  init(path: String) throws(AuthRunError) {
    do throws(FileProblem) {
      descriptor = try OutputFile.open(path, mode: 0o600)
    } catch {
      throw AuthRunError(.inputInvalid, "--trace: \(error.message)")
    }
  }

  deinit {
    close(descriptor)
  }

  func record(_ event: TraceEvent) {
    step.withLock { step in
      let lines = TraceRenderer(style: .plain).lines(event, after: step)
      step = event.step
      let text = lines.map { $0 + "\n" }.joined()
      _ = FileDescriptorIO.write(text.utf8, to: descriptor)
    }
  }
}
