/// The parts of a file's path, as bytes.
enum PathName {
  /// The last part that is not empty; the whole where there is none.
  static func last(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    let bytes = path.utf8
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[bytes.index(before: end)] == slash {
      bytes.formIndex(before: &end)
    }
    guard end > bytes.startIndex else { return path }
    let start = bytes[..<end].lastIndex(of: slash).map { bytes.index(after: $0) }
    return String(Substring(bytes[(start ?? bytes.startIndex)..<end]))
  }
}
