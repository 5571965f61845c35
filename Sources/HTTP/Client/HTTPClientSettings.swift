/// What holds for every request of a client.
package struct HTTPClientSettings: Sendable {
  /// A PEM file whose certificates are trusted *instead of* the system's, as with curl's `--cacert`.
  package var caFile: String?
  /// Certificates in PEM that are trusted instead of the system's; wins over `caFile`.
  package var caPEM: String?
  /// Where connections go instead of the host of the URL; TLS and `Host` stay the URL's.
  package var connectTo: [ConnectTo]
  /// What look-ups find, each `HOST:PORT:ADDRESS`: plays a name server in tests.
  package var resolve: [String] = []
  /// Limits for requests that name none of their own.
  package var limits: HTTPLimits
  /// Sent unless the request has a `User-Agent` of its own.
  package var userAgent: String
  /// Whether `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy` of the environment count.
  package var usesProxies: Bool

  package init(
    caFile: String? = nil,
    caPEM: String? = nil,
    connectTo: [ConnectTo] = [],
    limits: HTTPLimits = .standard,
    userAgent: String = "authrun/0.1",
    usesProxies: Bool = true
  ) {
    self.caFile = caFile
    self.caPEM = caPEM
    self.connectTo = connectTo
    self.limits = limits
    self.userAgent = userAgent
    self.usesProxies = usesProxies
  }
}

/// Bounds of one exchange; `nil` is no bound.
package struct HTTPLimits: Hashable, Sendable {
  /// Until the connection stands, name look-up and TLS included.
  package var connectTimeout: Duration
  /// For the whole exchange, the wait for a free slot included.
  package var totalTimeout: Duration?
  /// How long nothing may arrive or leave once the exchange runs.
  package var stallTimeout: Duration?
  /// Bytes of the body, after its content coding is undone.
  package var maxBody: Int?
  /// Bytes of all header fields together, those of interim responses included.
  package var maxHeader: Int
  /// Which addresses the host's name may stand for.
  package var addresses = AddressRule.anywhere

  package init(
    connectTimeout: Duration = .seconds(10),
    totalTimeout: Duration? = .seconds(30),
    stallTimeout: Duration? = nil,
    maxBody: Int? = 1 << 20,
    maxHeader: Int = 64 << 10
  ) {
    self.connectTimeout = connectTimeout
    self.totalTimeout = totalTimeout
    self.stallTimeout = stallTimeout
    self.maxBody = maxBody
    self.maxHeader = maxHeader
  }

  /// For calls whose answer is kept in memory: 10 s to connect, 30 s in all, a body of 1 MiB.
  package static let standard = HTTPLimits()

  /// For downloads and uploads of any size, which may take long but not stand still for 60 s.
  package static let unbounded = HTTPLimits(
    totalTimeout: nil,
    stallTimeout: .seconds(60),
    maxBody: nil
  )
}
