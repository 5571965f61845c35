import Providers
import Standards

/// Waits until an answer belongs to this login, the provider refuses it, or the time is up.
struct CallbackWait: Sendable {
  /// An answer that passed every check; its page waits for the outcome of the exchange.
  struct Accepted: Sendable {
    let parameters: Parameters
    let reply: PageReply?
  }

  let session: CaptureSession
  let provider: String
  let timeout: Int
  /// The parameter under which a typed PIN stands.
  let bareParameter: String?

  func run(
    interaction: any Interaction,
    judge: (Parameters) -> CallbackVerdict
  ) async throws(AuthRunError) -> Accepted {
    let inbox = session.inbox
    let typing = Task {
      for await line in interaction.lines() {
        inbox.deliver(.line(line))
      }
      inbox.deliver(.inputEnded)
    }
    let alarm = Task { [timeout] in
      try? await Task.sleep(for: .seconds(timeout))
      inbox.deliver(.timedOut)
    }
    defer {
      typing.cancel()
      alarm.cancel()
    }
    var rejections = Rejections()
    for await arrival in inbox.arrivals {
      switch arrival {
      case .timedOut:
        throw AuthRunError(
          .timeout,
          "no answer came within \(timeout) s",
          step: "authorize",
          hint: "start the login again; --timeout S waits longer"
        )
      case .inputEnded:
        // A listener still hears the browser; without one, nothing can arrive any more.
        guard session.way != .loopback else { continue }
        throw AuthRunError(
          .inputInvalid,
          "the input ended before the provider's answer was given",
          step: "authorize",
          hint: "run the login in a terminal, or type the answer on its input"
        )
      case .line(let line):
        guard let parameters = PastedAnswer.parameters(of: line, bare: bareParameter) else {
          await interaction.show(
            .callbackRejected(reason: unreadable)
          )
          continue
        }
        if let accepted = try await weigh(parameters, nil, &rejections, interaction, judge) {
          return accepted
        }
      case .callback(let parameters, let reply):
        if let accepted = try await weigh(parameters, reply, &rejections, interaction, judge) {
          return accepted
        }
      }
    }
    // The stream ends early only when the task was cancelled.
    throw AuthRunError(.interrupted, "the login was interrupted", step: "authorize")
  }

  /// What is said about a line that holds no answer.
  private var unreadable: String {
    bareParameter == nil
      ? "that is not a callback address; paste the whole of it"
      : "that is not a PIN; type it without spaces, as the page shows it"
  }

  private func weigh(
    _ parameters: Parameters,
    _ reply: PageReply?,
    _ rejections: inout Rejections,
    _ interaction: any Interaction,
    _ judge: (Parameters) -> CallbackVerdict
  ) async throws(AuthRunError) -> Accepted? {
    switch judge(parameters) {
    case .accepted:
      return Accepted(parameters: parameters, reply: reply)
    case .rejected(let reason):
      reply?.answer(.rejected(reason: reason))
      if rejections.isWorthTelling() {
        await interaction.show(.callbackRejected(reason: reason))
      }
      return nil
    case .refused(let failure):
      reply?.answer(.failed(provider: provider, reason: failure.message))
      throw AuthRunError(failure, step: "authorize")
    }
  }
}

/// Counts the callbacks that were not for us: any web page can send thousands, and the address to visit
/// must stay on the screen.
private struct Rejections {
  private var count = 0

  /// The first few are told, then one of ten times as many each time.
  mutating func isWorthTelling() -> Bool {
    count += 1
    return count <= 3 || [10, 100, 1_000, 10_000].contains(count)
  }
}

extension CallbackWait.Accepted {
  /// Runs the rest of the login and gives the waiting browser page its true result.
  func conclude(
    for context: LoginContext,
    _ rest: () async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    let provider = context.descriptor.name
    do throws(AuthRunError) {
      let outcome = try await rest()
      reply?.answer(.loggedIn(provider: provider, as: outcome.credential.identity))
      return outcome
    } catch {
      let reason = context.tools.tracer.redactor.redact(error.message)
      reply?.answer(.failed(provider: provider, reason: reason))
      throw error
    }
  }
}
