/// The parts of a file's path.
///
/// Everything works on bytes, as the system does: to `Character`, a slash before a combining mark
/// would be no slash.
enum PathName {
  static let separator = UInt8(ascii: "/")

  static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == separator
  }

  /// Everything before the last component; `/` is its own parent, and `.` that of a bare name.
  static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: separator) else { return "." }
    var parent = path.utf8[..<slash]
    while parent.last == separator { parent.removeLast() }
    return parent.isEmpty ? "/" : String(Substring(parent))
  }

  /// The last component.
  static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: separator) else { return path }
    return String(Substring(path.utf8[path.utf8.index(after: slash)...]))
  }
}
