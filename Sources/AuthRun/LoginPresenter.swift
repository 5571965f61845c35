import Login
import Standards

/// The app's side of a login: it opens the provider's page and asks the user what must be asked.
public protocol LoginPresenter: Sendable {
  /// Opens `url` for the user, in a browser that the app does not read; `false` when it cannot.
  func open(_ url: String) async -> Bool

  /// Asks the user for one text, such as a PIN; `nil` ends the login.
  func answer(_ question: String, isSecret: Bool) async -> String?

  /// Tells the user what happens; the default does nothing.
  func show(_ message: String) async
}

extension LoginPresenter {
  /// Says nothing.
  public func show(_ message: String) async {}
}

/// Lets the engine talk to an app's presenter.
struct PresenterInteraction: Interaction {
  let presenter: any LoginPresenter

  func show(_ notice: LoginNotice) async {
    switch notice {
    case .authorize(let url, _, _): await presenter.show("Log in at \(url.text)")
    case .device(let code, let url, _):
      await presenter.show("Visit \(url.text) on any device and enter the code \(code)")
    case .callbackRejected(let reason): await presenter.show(reason)
    case .warning(let text): await presenter.show(text)
    case .replacesShipped(let provider, let file):
      await presenter.show("\(file) is used instead of the \(provider) that came with authrun")
    case .firstUse, .vaultCreated, .waiting, .step: break
    }
  }

  func open(_ url: URI) async -> Bool {
    await presenter.open(url.text)
  }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    await presenter.answer(question.text, isSecret: question.isSecret).map { Secret($0) }
  }

  /// A PIN or an address is asked for once; an app's listener needs no typing.
  func lines() -> AsyncStream<String> {
    AsyncStream { $0.finish() }
  }

  func standardInput() async -> Secret? { nil }
}
