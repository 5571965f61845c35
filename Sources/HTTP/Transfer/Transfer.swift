import CCurl
import Glibc
import Standards

/// One exchange on the transfer thread: owns its libcurl handle and takes its callbacks.
final class Transfer {
  /// How a transfer came to its end.
  enum End {
    case cancelled
    case ended(CURLcode)
  }

  /// Why a callback of ours told libcurl to stop; libcurl itself only says "write error".
  enum Stop {
    case bodyTooLarge(limit: Int)
    case headerTooLarge(limit: Int)
    case badHeader
    case unreadableUpload
    case shortUpload
    case refusedAddress(IPAddress.Range)
  }

  let order: TransferOrder
  /// Whether a socket was asked for or a kept connection was taken: no name look-up runs any more.
  private(set) var hasAddress = false
  /// Whether the upload waits until its file has something to read.
  private(set) var waitsForFile = false
  /// The file that it waits for.
  var awaitedFile: Int32? { waitsForFile ? upload?.descriptor : nil }
  private(set) var stop: Stop?

  let easy: EasyHandle
  // libcurl keeps pointers to the lists, so that they live as long as the handle.
  private let headerLines: StringList
  private let targets: StringList
  private let resolutions: StringList
  private var header: ResponseHeader
  private var bodyCount = 0
  private var upload: UploadReader?

  var hasHead: Bool { header.isComplete }

  var pointer: UnsafeMutableRawPointer { easy.pointer }

  init(_ order: TransferOrder) throws(CurlFault) {
    self.order = order
    header = ResponseHeader(limit: order.limits.maxHeader)
    upload = order.upload.map(UploadReader.init)
    easy = try EasyHandle()
    headerLines = try Self.headerLines(of: order)
    targets = try Self.targets(of: order)
    resolutions = try Self.resolutions(of: order)
    try configure()
    try easy.set(CURLOPT_HTTPHEADER, list: headerLines)
    if !order.settings.connectTo.isEmpty {
      try easy.set(CURLOPT_CONNECT_TO, list: targets)
    }
    if !order.settings.resolve.isEmpty {
      try easy.set(CURLOPT_RESOLVE, list: resolutions)
    }
    try setCallbacks()
  }

  func refuse(_ address: IPAddress) {
    stop = .refusedAddress(address.range)
  }

  func resume() {
    waitsForFile = false
    easy.resume()
  }

  private func setCallbacks() throws(CurlFault) {
    // The thread keeps the transfer as long as the handle is attached, and only then can libcurl call.
    let context = Unmanaged.passUnretained(self).toOpaque()
    try easy.set(CURLOPT_HEADERDATA, context: context)
    try easy.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      Transfer.of(context)?.receiveHeader(bytes, count: size * count) ?? 0
    }
    try easy.set(CURLOPT_WRITEDATA, context: context)
    try easy.set(CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      Transfer.of(context)?.receiveBody(bytes, count: size * count) ?? 0
    }
    try easy.set(CURLOPT_READDATA, context: context)
    try easy.set(CURLOPT_READFUNCTION) { bytes, size, count, context in
      Transfer.of(context)?.readUpload(bytes, count: size * count) ?? Int(CURL_READFUNC_ABORT)
    }
    try easy.set(CURLOPT_SOCKOPTDATA, context: context)
    try easy.set(CURLOPT_SOCKOPTFUNCTION) { context, socket, _ in
      // A program that is started meanwhile (browser, hook) must not inherit the connection.
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      Transfer.of(context)?.hasAddress = true
      return CURL_SOCKOPT_OK
    }
    if checksAddress { try setAddressChecks(context) }
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
    hasAddress = true
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    do throws(ResponseHeader.Fault) {
      if let response = try header.add(line: line) { order.receiver.receive(head: response) }
      return count
    } catch {
      switch error {
      case .tooLarge: stop = .headerTooLarge(limit: order.limits.maxHeader)
      case .malformed: stop = .badHeader
      }
      return -1
    }
  }

  private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
    if let limit = order.limits.maxBody, count > limit - bodyCount {
      stop = .bodyTooLarge(limit: limit)
      return -1
    }
    guard order.receiver.receive(UnsafeRawBufferPointer(start: bytes, count: count)) else {
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    bodyCount += count
    return count
  }

  private func readUpload(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
    guard let bytes, var reader = upload.take() else { return 0 }
    let outcome = reader.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
    upload = reader
    switch outcome {
    case .read(let got):
      order.upload?.progress?.add(sent: got)
      return got
    case .wait:
      waitsForFile = true
      return Int(CURL_READFUNC_PAUSE)
    case .unreadable: stop = .unreadableUpload
    case .short: stop = .shortUpload
    }
    return Int(CURL_READFUNC_ABORT)
  }
}
