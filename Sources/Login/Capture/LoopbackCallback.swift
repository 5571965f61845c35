import HTTP
import Standards

/// What a callback without parameters means.
enum BareCallback: Hashable, Sendable {
  /// A probe, or a page that was opened once more.
  case ignored
  /// That the answer is in the fragment.
  case relayed
  /// That the user is back, which is all that some services say; a script asks for the rest itself.
  case accepted
}

/// Reads a request that reached the listener: whether it is the callback, and what it says.
enum LoopbackCallback {
  enum Reading: Hashable, Sendable {
    /// Another path, a favicon, a probe: answered and forgotten.
    case elsewhere
    case unreadable(String)
    /// The answer is in the fragment, which a browser keeps to itself: its page has to send it.
    case relay
    case callback(Parameters)
  }

  /// A page elsewhere in the browser may send requests here, but it cannot choose their Host: one
  /// that names another host comes by a rebound name and is not for us.
  static func read(
    _ request: ServerRequest,
    target: CaptureTarget,
    bare: BareCallback = .ignored
  ) -> Reading {
    guard isOurs(host: request.headers["Host"], target: target), request.path == target.path else {
      return .elsewhere
    }
    switch request.method {
    case "GET":
      guard let query = request.query, !query.isEmpty else {
        return switch bare {
        case .ignored: .elsewhere
        case .relayed: .relay
        case .accepted: .callback(Parameters())
        }
      }
      return decode(Array(query.utf8))
    case "POST":
      // Form post response mode (OAuth 2.0 Form Post Response Mode §2).
      guard isForm(request.headers["Content-Type"]) else { return .unreadable("not a form") }
      return decode(request.body)
    default:
      return .elsewhere
    }
  }

  private static func decode(_ bytes: [UInt8]) -> Reading {
    guard !bytes.isEmpty else { return .elsewhere }
    guard let parameters = try? FormEncoding.decode(bytes) else {
      return .unreadable("The parameters are not readable")
    }
    return .callback(parameters)
  }

  private static func isForm(_ contentType: String?) -> Bool {
    let type = contentType?.split(separator: ";").first.map(String.init) ?? ""
    return type.trimmingSpaces.lowercased() == "application/x-www-form-urlencoded"
  }

  private static func isOurs(host: String?, target: CaptureTarget) -> Bool {
    guard let host, let authority = try? URI("http://\(host)/") else { return false }
    return authority.host == target.host
  }
}
