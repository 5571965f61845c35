import CQRCode
import Glibc

/// A QR code (ISO/IEC 18004) for a terminal, two rows of modules to a line.
struct QRCode: Hashable, Sendable {
  /// The light modules that must lie around it.
  private static let margin = 4

  /// The side of the square, in modules, with what lies around it.
  let width: Int
  private let modules: [Bool]

  /// A code that says `text`; `nil` where libqrencode is not installed, or the text is too long.
  init?(_ text: String) {
    var count: Int32 = 0
    guard let bytes = authrun_qr_modules(text, &count), count > 0 else { return nil }
    defer { free(bytes) }
    let side = Int(count)
    width = side + 2 * Self.margin
    var modules = [Bool](repeating: false, count: width * width)
    for row in 0..<side {
      for column in 0..<side {
        modules[(row + Self.margin) * width + column + Self.margin] =
          bytes[row * side + column] == 1
      }
    }
    self.modules = modules
  }

  /// How many lines it takes.
  var height: Int { (width + 1) / 2 }

  /// The lines; in colours it is black on white, without them light is what the terminal writes with.
  func lines(style: Style) -> [String] {
    stride(from: 0, to: width, by: 2).map { row in
      let line = (0..<width).map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
      }.joined()
      return style.whiteOnBlack(line)
    }
  }

  /// Below the last row there is nothing, which is light.
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    row < width && modules[row * width + column]
  }
}
