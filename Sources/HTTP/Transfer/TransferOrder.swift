import Standards

/// Names one transfer of a client.
struct TransferID: Hashable, Sendable {
  let number: UInt64
}

/// All that the transfer thread needs to know of one exchange.
struct TransferOrder: Sendable {
  let id: TransferID
  let request: HTTPRequest
  let upload: FileUpload?
  let limits: HTTPLimits
  var identity: ClientIdentity?
  let settings: HTTPClientSettings
  let queuedAt: ContinuousClock.Instant
  let receiver: any TransferReceiver

  var host: String { request.url.authority }
}
