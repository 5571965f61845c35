import HTTP
import Login
import Rehearsal
import Standards
import Synchronization

/// A user who agrees to everything and a browser that goes where it is sent.
final class RehearsalInteraction: Interaction {
  private let browser: PracticeBrowser
  private let typed = AsyncStream.makeStream(of: String.self)
  private let refusal = Mutex<String?>(nil)
  private let onRefusal = Mutex<(@Sendable () -> Void)?>(nil)

  init(browser: PracticeBrowser) {
    self.browser = browser
  }

  /// Why the practice provider did not let the browser come back, if it did not.
  var refusedBecause: String? {
    refusal.withLock { $0 }
  }

  /// What ends a login that no callback will ever reach.
  func whenRefused(_ end: @escaping @Sendable () -> Void) {
    onRefusal.withLock { $0 = end }
  }

  /// With paste the login opens nothing: the user visits the address and copies where it ends.
  func show(_ notice: LoginNotice) async {
    switch notice {
    case .authorize(let url, _, "paste"): Task { await visit(url, isAwaited: false) }
    case .device(_, let url, let complete): Task { _ = try? await browser.visit(complete ?? url) }
    default: break
    }
  }

  func open(_ url: URI) async -> Bool {
    // The callback is answered only when the login goes on, so nobody may wait for the visit here.
    Task { await visit(url) }
    return true
  }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    nil
  }

  func lines() -> AsyncStream<String> {
    typed.stream
  }

  func standardInput() async -> Secret? {
    nil
  }

  private func visit(_ url: URI, isAwaited: Bool = true) async {
    do {
      switch try await browser.visit(url, isAwaited: isAwaited) {
      case .delivered: break
      case .leftFor(let address): typed.continuation.yield(address.text)
      case .pin(let pin): typed.continuation.yield(pin)
      case .refused(let status, _): refuse("it answered the browser with HTTP status \(status)")
      }
    } catch {
      refuse(error.message)
    }
  }

  private func refuse(_ reason: String) {
    refusal.withLock { $0 = reason }
    onRefusal.withLock { $0 }?()
  }
}

/// The user's own browser and terminal, sent to the practice provider's page instead of the real one.
struct InteractiveRehearsal: Interaction {
  let terminal: TerminalInteraction
  let provider: PracticeProvider

  func show(_ notice: LoginNotice) async {
    switch notice {
    case .authorize(let url, let redirectURI, let capture):
      await terminal.show(
        .authorize(url: page(for: url), redirectURI: redirectURI, capture: capture)
      )
    case .firstUse, .vaultCreated: break
    case .device(_, let url, let complete):
      await terminal.show(notice)
      // No other device reaches a provider on this machine: the code is entered for the user.
      _ = try? await provider.browser.visit(complete ?? url)
    default: await terminal.show(notice)
    }
  }

  func open(_ url: URI) async -> Bool {
    await terminal.open(page(for: url))
  }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    try await terminal.ask(question)
  }

  func lines() -> AsyncStream<String> {
    terminal.lines()
  }

  func standardInput() async -> Secret? {
    nil
  }

  private func page(for url: URI) -> URI {
    provider.browserURL(for: url) ?? url
  }
}
