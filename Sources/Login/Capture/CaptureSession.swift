import HTTP
import Providers
import Standards

/// One way of getting the provider's answer home, open and ready before the browser is.
///
/// A listener accepts connections from the moment the session exists, so that no answer can come
/// too early, and pasted lines are read at the same time.
struct CaptureSession: Sendable {
  let way: CaptureWay
  /// Sent to the provider byte for byte; `oob` where the provider shows a PIN instead.
  let redirectURI: String
  let inbox: CallbackInbox
  private let server: LoopbackServer?

  /// Opens a way, or says why it does not work here.
  static func open(
    _ spec: CaptureSpec,
    bare: BareCallback = .ignored
  ) throws(AuthRunError) -> CaptureSession {
    switch spec.way {
    case .scheme:
      throw AuthRunError(
        .inputInvalid,
        "no program of this desktop is registered for \(spec.redirectURI)",
        step: "authorize",
        hint:
          "authrun registers none; --capture paste takes the address that the browser cannot open"
      )
    case .webview:
      throw AuthRunError(
        .inputInvalid,
        "this authrun was built without a window of its own",
        step: "authorize",
        hint: "--capture loopback or paste uses the browser"
      )
    case .device:
      throw AuthRunError(
        .inputInvalid,
        "a login for other devices has no callback",
        step: "authorize"
      )
    case .pin:
      CaptureSession(
        way: .pin,
        redirectURI: spec.redirectURI,
        inbox: CallbackInbox(),
        server: nil
      )
    case .paste:
      try pasteSession(spec.redirectURI)
    case .loopback:
      try listeningSession(spec.redirectURI, bare: bare)
    }
  }

  private static func pasteSession(_ uri: String) throws(AuthRunError) -> CaptureSession {
    guard !uri.contains("{port}") else {
      throw AuthRunError(
        .inputInvalid,
        "pasting the callback needs a redirect URI with a port",
        step: "authorize",
        hint: "give the one that is registered with the provider: --redirect-uri URI"
      )
    }
    return CaptureSession(way: .paste, redirectURI: uri, inbox: CallbackInbox(), server: nil)
  }

  private static func listeningSession(
    _ template: String,
    bare: BareCallback
  ) throws(AuthRunError) -> CaptureSession {
    guard let target = CaptureTarget(template: template) else {
      throw AuthRunError(
        .inputInvalid,
        "no listener on this machine can serve the redirect URI \(template)",
        step: "authorize",
        hint: "it must be http://127.0.0.1:PORT/PATH, without “?” and “#”; "
          + "for any other use --capture paste"
      )
    }
    let inbox = CallbackInbox()
    let server: LoopbackServer
    do throws(ServerError) {
      server = try LoopbackServer(bind: target.address, port: target.port ?? 0) { request in
        await Self.answer(request, target, inbox, bare: bare)
      }
    } catch {
      throw AuthRunError(
        .network,
        error.message,
        step: "authorize",
        hint: "close the program that uses the port, or choose another with --redirect-uri"
      )
    }
    return CaptureSession(
      way: .loopback,
      redirectURI: target.redirectURI(port: server.port),
      inbox: inbox,
      server: server
    )
  }

  func close() async {
    inbox.close()
    await server?.stop()
  }

  private static func answer(
    _ request: ServerRequest,
    _ target: CaptureTarget,
    _ inbox: CallbackInbox,
    bare: BareCallback
  ) async -> HTTPResponse {
    switch LoopbackCallback.read(request, target: target, bare: bare) {
    case .relay:
      return FragmentRelay.response
    case .elsewhere:
      return CallbackPage.notFound.response
    case .unreadable(let reason):
      return CallbackPage.rejected(reason: reason).response
    case .callback(let parameters):
      let reply = PageReply()
      inbox.deliver(.callback(parameters, reply))
      return await reply.page().response
    }
  }
}
