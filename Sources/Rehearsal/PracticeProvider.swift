import Crypto
package import HTTP
package import Providers
package import Standards

/// A running service made from a descriptor: it plays all the descriptor's hosts on this machine.
///
/// A client reaches it with `connectTo` and trusts it with `caPEM`, and otherwise uses the descriptor
/// and its real host names unchanged. It checks what a strict provider checks and says so in `events`.
package final class PracticeProvider: Sendable {
  /// Where the client connects instead of the descriptor's hosts.
  package let connectTo: [ConnectTo]
  /// The throw-away authority behind the certificates, in PEM.
  package let caPEM: String
  /// Option values to log in with, as a user would type them.
  package let options: [String: String]
  /// What happens, in order; ends with `stop`.
  package let events: AsyncStream<RehearsalEvent>
  private let desk: PracticeDesk
  private let servers: [LoopbackServer]
  private let browserPort: UInt16?
  private let report: AsyncStream<RehearsalEvent>.Continuation

  private static let limits = ServerLimits(maxBody: 1 << 20)

  private init(
    _ plan: PracticePlan,
    _ side: any PracticeSide,
    _ tokens: PracticeTokens,
    interactive: Bool
  ) throws {
    (events, report) = AsyncStream.makeStream()
    let desk = PracticeDesk(plan, side, tokens, report: report)
    self.desk = desk
    options = plan.options
    let authority = try ThrowAwayAuthority()
    caPEM = authority.caCertificatePEM
    var servers: [LoopbackServer] = []
    var connectTo: [ConnectTo] = []
    for scheme in ["https", "http"] {
      let entries = plan.hosts.entries.filter { $0.scheme == scheme }
      guard !entries.isEmpty else { continue }
      let tls = scheme == "https" ? try Self.tls(authority, Set(entries.map(\.host))) : nil
      let server = try LoopbackServer(bind: .ipv4, tls: tls, limits: Self.limits) { request in
        desk.serve(request, scheme: scheme)
      }
      servers.append(server)
      connectTo += entries.map { entry in
        ConnectTo(
          host: entry.host,
          port: entry.port ?? (scheme == "https" ? 443 : 80),
          toHost: "127.0.0.1",
          toPort: server.port
        )
      }
    }
    self.connectTo = connectTo.sorted { $0.description < $1.description }
    browserPort = interactive ? try Self.addBrowserServer(to: &servers, desk) : nil
    self.servers = servers
  }

  /// Starts the service.
  ///
  /// The given option values win over those of the `rehearsal` field; what is missing is invented. An
  /// interactive service also has a consent page for the user's own browser. Throws `RehearsalError`
  /// when the descriptor cannot be played.
  package static func start(
    _ descriptor: Descriptor,
    options: [String: String] = [:],
    interactive: Bool = false,
    random: any RandomSource = SystemRandom(),
    clock: any Clock = SystemClock()
  ) async throws -> PracticeProvider {
    let plan = try PracticePlan(descriptor, given: options)
    guard !plan.hosts.entries.isEmpty else {
      throw RehearsalError("\(descriptor.id) names no host, so that there is nothing to play")
    }
    let tokens = PracticeTokens(random: random, clock: clock)
    let side = try side(plan, tokens)
    return try PracticeProvider(plan, side, tokens, interactive: interactive)
  }

  /// Runs `body`, whose requests are made as the descriptor's `request` table says.
  ///
  /// Those that a script makes, before and after, have only what the script gives them.
  package func callingAPI<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    desk.expectAPIRequests(true)
    defer { desk.expectAPIRequests(false) }
    return try await body()
  }

  /// Ends the service and the stream of events.
  package func stop() async {
    for server in servers {
      await server.stop()
    }
    report.finish()
  }

  /// Where the user's own browser finds the consent page for an authorize URL of the descriptor.
  ///
  /// `nil` when the service is not interactive or the URL is not of the descriptor.
  package func browserURL(for url: URI) -> URI? {
    guard let browserPort, let authorize = desk.authorizeURL, url.origin == authorize.origin,
      url.path == authorize.path
    else { return nil }
    return try? URI("http://127.0.0.1:\(browserPort)\(url.requestTarget)")
  }

  /// A stand-in for user and browser: it agrees to everything.
  package var browser: PracticeBrowser {
    PracticeBrowser(
      HTTPClient(
        HTTPClientSettings(caPEM: caPEM, connectTo: connectTo, usesProxies: false)
      )
    )
  }

  private static func side(
    _ plan: PracticePlan,
    _ tokens: PracticeTokens
  ) throws(RehearsalError) -> any PracticeSide {
    let descriptor = plan.descriptor
    if let spec = descriptor.oauth1 { return OAuth1Side(plan, spec, tokens) }
    if let spec = plan.oauth2 { return try OAuth2Side(plan, spec, tokens) }
    if let spec = descriptor.jwt { return JWTSide(plan, spec, tokens) }
    if let spec = descriptor.fixed { return FixedSide(plan, spec) }
    guard let replies = descriptor.rehearsal?.replies, !replies.isEmpty else {
      throw RehearsalError(
        "\(descriptor.id) is custom: it needs rehearsal.replies that say what its service answers"
      )
    }
    return CannedReplies(plan, replies, tokens)
  }

  private static func tls(_ authority: ThrowAwayAuthority, _ hosts: Set<String>) throws -> ServerTLS
  {
    let issued = try authority.issue(names: hosts.sorted())
    return ServerTLS(
      certificatePEM: issued.certificatePEM,
      privateKeyPEM: issued.privateKeyPEM
    )
  }

  private static func addBrowserServer(
    to servers: inout [LoopbackServer],
    _ desk: PracticeDesk
  ) throws -> UInt16 {
    // The port is known only once it listens, and is needed to check the name it is called by.
    let port = OneTimeValue<UInt16>()
    let server = try LoopbackServer(bind: .ipv4, limits: limits) { request in
      desk.serveBrowser(request, authority: "127.0.0.1:\(port.value ?? 0)")
    }
    port.set(server.port)
    servers.append(server)
    return server.port
  }
}
