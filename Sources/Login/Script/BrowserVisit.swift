import Providers
import Standards
import Synchronization

/// The browser step of a script's own login: one visit, whose page waits for the login's outcome.
final class BrowserVisit: Sendable {
  private let context: LoginContext
  private let session: CaptureSession
  private let accepted = Mutex<CallbackWait.Accepted?>(nil)

  init(_ context: LoginContext, _ session: CaptureSession) {
    self.context = context
    self.session = session
  }

  /// Sends the user to `url` and returns what came back.
  ///
  /// Where the URL carries a `state`, only a callback with the same one counts (RFC 6749 §10.12); in
  /// any case no parameter may stand twice.
  func authorize(at url: URI) async throws(AuthRunError) -> Parameters {
    let state = (try? url.queryParameters())?.first("state")
    if state == nil {
      await context.interaction.show(
        .warning("\(context.descriptor.id) sends no state: any page that answers now is believed")
      )
    }
    let answer = try await context.authorize(
      at: url,
      through: session,
      bareParameter: "code"
    ) { parameters in
      let names = parameters.pairs.map(\.name)
      if Set(names).count != names.count { return .rejected(reason: "a parameter is repeated") }
      if let state, parameters.first("state") != state {
        return .rejected(reason: "state is missing or belongs to another login")
      }
      return .accepted
    }
    // A second visit of the same login: the first page has seen all it will see.
    accepted.withLock { previous in
      previous?.reply?.answer(.continues)
      previous = answer
    }
    return answer.parameters
  }

  /// Runs the rest of the login and gives the page that waits, if one does, its true result.
  func conclude(
    _ rest: () async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    do throws(AuthRunError) {
      let outcome = try await rest()
      answer(.loggedIn(provider: context.descriptor.name, as: outcome.credential.identity))
      return outcome
    } catch {
      let reason = context.tools.tracer.redactor.redact(error.message)
      answer(.failed(provider: context.descriptor.name, reason: reason))
      throw error
    }
  }

  private func answer(_ page: CallbackPage) {
    accepted.withLock { $0 }?.reply?.answer(page)
  }
}
