import Foundation
import Synchronization

/// A Python program that answers questions, one JSON object on a line each way.
///
/// Its first line is `{"ready": …}`. After that a question `{"id": 7, "do": "name", …}` gets the answer
/// `{"id": 7, "reply": …}` or `{"id": 7, "error": "why"}`, in any order. It ends when its input does.
package final class PythonPeer: Sendable {
  private let process: RunningCommand
  private let pending: Pending

  /// Starts a script with the tests' own Python environment; its path is relative to `Tests/`.
  package init(_ script: String, arguments: [String] = []) async throws {
    let pending = Pending()
    var command = Command(
      try Self.interpreter(),
      [PackageLayout.tests(script)] + arguments,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
      ]
    )
    command.input = .interactive
    command.deadline = 3600
    command.onOutputLine = { pending.receive($0) }
    self.pending = pending
    process = try command.start()
    _ = try await process.outputLine(containing: "\"ready\"")
    Task { [process, pending] in
      let result = try? await process.result()
      pending.failAll("the peer ended: \(result.map(String.init(describing:)) ?? "")")
    }
  }

  deinit {
    process.closeInput()
  }

  /// Ends the program.
  package func stop() async {
    process.closeInput()
    _ = try? await process.result()
  }

  /// Asks one question and waits for its answer.
  package func ask<Reply: Decodable>(
    _ name: String,
    _ arguments: some Encodable = NoArguments(),
    as _: Reply.Type = Reply.self
  ) async throws -> Reply {
    let question = try String(decoding: JSONEncoder().encode(arguments), as: UTF8.self)
    let line = try await withCheckedThrowingContinuation { continuation in
      let id = pending.add(continuation)
      process.send(line: #"{"id": \#(id), "do": "\#(name)", "with": \#(question)}"#)
    }
    return try JSONDecoder().decode(Answer<Reply>.self, from: Data(line.utf8)).reply
  }

  /// The Python that `scripts/test` prepares, or what `AUTHRUN_TEST_PYTHON` names.
  package static func interpreter() throws -> String {
    let own = PackageLayout.root + "/.test-tools/venv/bin/python"
    let path = ProcessInfo.processInfo.environment["AUTHRUN_TEST_PYTHON"] ?? own
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw PeerFailure(reason: "no Python environment at \(path): run ./scripts/test once")
    }
    return path
  }

  /// Whether the Python environment is there.
  package static var isAvailable: Bool { (try? interpreter()) != nil }

  private struct Answer<Reply: Decodable>: Decodable {
    let reply: Reply
  }
}

/// What a question without arguments carries.
package struct NoArguments: Encodable {
  package init() {}
}

/// A peer that could not be started, or answered with an error.
package struct PeerFailure: Error, CustomStringConvertible {
  let reason: String

  package var description: String { reason }
}

/// The questions that wait for their answers.
private final class Pending: Sendable {
  private struct State {
    var last = 0
    var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
    var failure: String?
  }

  private struct Head: Decodable {
    let id: Int?
    let error: String?
  }

  private let state = Mutex(State())

  func add(_ continuation: CheckedContinuation<String, any Error>) -> Int {
    let (id, failure) = state.withLock { state in
      state.last += 1
      if state.failure == nil { state.waiting[state.last] = continuation }
      return (state.last, state.failure)
    }
    if let failure { continuation.resume(throwing: PeerFailure(reason: failure)) }
    return id
  }

  func receive(_ line: String) {
    guard let head = try? JSONDecoder().decode(Head.self, from: Data(line.utf8)), let id = head.id
    else { return }
    let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
    if let error = head.error {
      continuation?.resume(throwing: PeerFailure(reason: error))
    } else {
      continuation?.resume(returning: line)
    }
  }

  func failAll(_ reason: String) {
    let waiting = state.withLock { state in
      state.failure = reason
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for continuation in waiting {
      continuation.resume(throwing: PeerFailure(reason: reason))
    }
  }
}
