import Standards
import Synchronization

/// The user of a login that is only begun: sees the notices, and is not waited for.
final class BeginInteraction: Interaction {
  private let base: any Interaction
  private let given = Mutex<[Secret?]>([])
  private let destination = Mutex<LoginDestination?>(nil)
  private let patience = Mutex<Int?>(nil)

  init(_ base: any Interaction) {
    self.base = base
  }

  /// What was asked for and given, in order.
  var answers: [Secret?] { given.withLock { $0 } }

  /// Where the user is to be sent; `nil` before the login came so far.
  var sentAway: LoginDestination? { destination.withLock { $0 } }

  /// The seconds for which the login would have waited then.
  var waiting: Int? { patience.withLock { $0 } }

  func show(_ notice: LoginNotice) async {
    switch notice {
    case .authorize(let url, let redirectURI, let capture):
      destination.withLock {
        $0 = .page(url: url, redirectURI: redirectURI, capture: capture)
      }
    case .device(let code, let url, let complete):
      destination.withLock { $0 = .device(code: code, url: url, complete: complete) }
    case .waiting(let seconds): patience.withLock { $0 = seconds }
    default: await base.show(notice)
    }
  }

  func open(_ url: URI) async -> Bool { true }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    let answer = try await base.ask(question)
    given.withLock { $0.append(answer) }
    return answer
  }

  /// Ends at once, and the login with it.
  func lines() -> AsyncStream<String> {
    AsyncStream { $0.finish() }
  }

  func standardInput() async -> Secret? { await base.standardInput() }
}

/// The user of a login that is taken up again, who has the provider's answer in hand where one is to be brought.
final class FinishInteraction: Interaction {
  private let base: any Interaction
  private let answer: String?
  private let given: Mutex<[Secret?]>
  private let rejection = Mutex<String?>(nil)
  private let isThrough = Mutex(false)

  /// - Parameters:
  ///   - base: takes the notices that are new.
  ///   - answer: what the provider answered, an address or what its page shows; `nil` where it is asked.
  ///   - given: what was asked for and given when the login was begun.
  init(_ base: any Interaction, answer: String?, given: [Secret?]) {
    self.base = base
    self.answer = answer
    self.given = Mutex(given)
  }

  /// Why the answer does not belong to the login; `nil` when it does.
  var rejected: String? { rejection.withLock { $0 } }

  func show(_ notice: LoginNotice) async {
    switch notice {
    case .callbackRejected(let reason): rejection.withLock { $0 = reason }
    case .authorize: isThrough.withLock { $0 = true }
    case .device: break
    case .waiting:
      isThrough.withLock { $0 = true }
      // Only where somebody else is waited for.
      if answer == nil { await base.show(notice) }
    default:
      // What was told when the login was begun is not told again.
      if isThrough.withLock({ $0 }) { await base.show(notice) }
    }
  }

  func open(_ url: URI) async -> Bool { true }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    let kept = given.withLock { $0.isEmpty ? Optional<Secret?>.none : .some($0.removeFirst()) }
    if let kept { return kept }
    return try await base.ask(question)
  }

  func lines() -> AsyncStream<String> {
    AsyncStream { [answer] continuation in
      if let answer { continuation.yield(answer) }
      continuation.finish()
    }
  }

  func standardInput() async -> Secret? { nil }
}
