import Login

/// Where the body of an answer goes: standard output, or the file of `-o`.
struct AnswerTarget {
  private let terminal: Terminal
  private let draft: OutputDraft?
  private var last: UInt8?

  /// Opens the file; `-` and `nil` are standard output.
  init(_ path: String?, _ terminal: Terminal) throws(AuthRunError) {
    self.terminal = terminal
    guard let path, path != "-" else {
      draft = nil
      return
    }
    do throws(FileProblem) {
      draft = try OutputDraft(path)
    } catch {
      throw Self.problem(error)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    last = bytes.last ?? last
    guard let draft else { return try terminal.result(bytes) }
    do throws(FileProblem) {
      try draft.write(bytes)
    } catch {
      throw Self.problem(error)
    }
  }

  /// Ends the output; a file takes its place only now.
  func finish() throws {
    guard let draft else { return try terminal.endResult(after: last) }
    do throws(FileProblem) {
      try draft.commit()
    } catch {
      throw Self.problem(error)
    }
  }

  private static func problem(_ problem: FileProblem) -> AuthRunError {
    AuthRunError(.inputInvalid, "--output: \(problem.message)")
  }
}
