/// A way to get the answer of the authorize page back to the login.
package enum CaptureWay: String, Hashable, Sendable, CaseIterable {
  /// A listener on this machine to which the browser is sent.
  case loopback
  /// A code that the page shows and the user types.
  case pin
  /// The address at which the browser ended, pasted by the user.
  case paste
  /// A scheme of its own, for which an app is registered with the desktop.
  case scheme
  /// A window of an app, in which the page is shown and its end is seen.
  case webview
  /// No way back at all: the user types a code elsewhere, and the provider is asked (RFC 8628).
  case device

  package static let names = allCases.map(\.rawValue)
}

/// A way to get the answer, with its redirect URI.
package struct CaptureSpec: Hashable, Sendable {
  package let way: CaptureWay
  /// The redirect URI as declared: sent byte for byte once `{port}` is a number.
  package let redirectURI: String

  package init(way: CaptureWay, redirectURI: String) {
    self.way = way
    self.redirectURI = redirectURI
  }

  package static let loopbackURI = "http://127.0.0.1:{port}/callback"

  /// What stands for "no redirect" with PIN entry (RFC 5849 §2.1 names `oob`).
  package static func outOfBandURI(for kind: Descriptor.Kind) -> String {
    kind == .oauth1 ? "oob" : "urn:ietf:wg:oauth:2.0:oob"
  }

  /// The way as it is when a descriptor, or the user against the descriptor, names it alone.
  package static func standard(_ way: CaptureWay, for kind: Descriptor.Kind) -> CaptureSpec {
    switch way {
    case .pin: CaptureSpec(way: way, redirectURI: outOfBandURI(for: kind))
    case .device: CaptureSpec(way: way, redirectURI: "")
    case .loopback, .paste, .scheme, .webview: CaptureSpec(way: way, redirectURI: loopbackURI)
    }
  }

  /// Whether a free port is chosen at login.
  package var needsPort: Bool { redirectURI.contains("{port}") }

  /// The redirect URI with the port that was found.
  package func redirectURI(port: UInt16) -> String {
    guard let range = redirectURI.firstRange(of: "{port}") else { return redirectURI }
    return redirectURI.replacingCharacters(in: range, with: String(port))
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + self[range.upperBound...]
  }
}
