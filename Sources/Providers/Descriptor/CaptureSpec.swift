/// A way to get the answer of the authorize page back to the login.
package enum CaptureWay: String, Hashable, Sendable, CaseIterable {
  /// A listener on this machine to which the browser is sent.
  case loopback
  /// A code that the page shows and the user types.
  case pin
  /// The address at which the browser ended, pasted by the user.
  case paste

  package static let names = allCases.map(\.rawValue)
  /// Ways of API 1 that this version does not know.
  package static let later = ["scheme", "webview", "device"]
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
    CaptureSpec(way: way, redirectURI: way == .pin ? outOfBandURI(for: kind) : loopbackURI)
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
