/// Colours, or none.
struct Style: Hashable, Sendable {
  let isColored: Bool

  static let plain = Style(isColored: false)

  func error(_ text: String) -> String { paint(text, "31;1") }
  func good(_ text: String) -> String { paint(text, "32") }
  func bold(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }
  func accent(_ text: String) -> String { paint(text, "36") }
  /// The two colours of the 256 that no theme changes.
  func whiteOnBlack(_ text: String) -> String { paint(text, "38;5;231;48;5;16") }

  private func paint(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
