import HTTP
import Login
import Standards
import Synchronization

/// A user who agrees to everything; what comes back from the browser is kept.
final class RecordingInteraction: Interaction {
  private let browser: PracticeBrowser
  private let tape: CaseTape
  private let typed = Mutex<AsyncStream<String>>(AsyncStream { $0.finish() })
  private let refused = Mutex<String?>(nil)

  init(browser: PracticeBrowser, tape: CaseTape) {
    self.browser = browser
    self.tape = tape
  }

  /// Why the practice provider let nobody back, if it did not.
  var refusal: String? { refused.withLock { $0 } }

  func show(_ notice: LoginNotice) async {
    if case .device(_, let url, let complete) = notice {
      _ = try? await browser.visit(complete ?? url)
    }
    guard case .authorize(let url, _, _) = notice else { return }
    let line = await visit(url)
    let stream = AsyncStream<String> { continuation in
      if let line { continuation.yield(line) }
      continuation.finish()
    }
    typed.withLock { $0 = stream }
  }

  func open(_ url: URI) async -> Bool { true }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? { nil }

  func lines() -> AsyncStream<String> {
    typed.withLock { $0 }
  }

  func standardInput() async -> Secret? { nil }

  private func visit(_ url: URI) async -> String? {
    do {
      switch try await browser.visit(url, isAwaited: false) {
      case .pin(let pin):
        tape.add(.browser(url: url.text, .typed(pin)))
        return pin
      case .leftFor(let address), .delivered(let address, _):
        let sent = (try? url.queryParameters()) ?? Parameters()
        let answer = (try? address.queryParameters()) ?? Parameters()
        tape.add(.browser(url: url.text, CaseCallback(answer, to: sent)))
        return address.text
      case .refused(let status, let page):
        let text = String(decoding: page.body, as: UTF8.self)
        refuse("the practice provider answered the browser with HTTP \(status): \(text)")
      }
    } catch {
      refuse(error.message)
    }
    return nil
  }

  private func refuse(_ reason: String) {
    refused.withLock { $0 = reason }
  }
}

extension CaseCallback {
  /// The parameters that came back; those that were sent and come back the same are named as such.
  init(_ answer: Parameters, to sent: Parameters) {
    self = .parameters(
      answer.pairs.map { pair in
        let isEcho = sent.first(pair.nameText) == pair.valueText && !pair.valueText.isEmpty
        return Pair(pair.nameText, isEcho ? "{\(pair.nameText)}" : pair.valueText)
      }
    )
  }
}
