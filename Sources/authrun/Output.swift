import Glibc

/// Unbuffered writing, so that a failure is seen.
enum Output {
  /// Writes all of `text`; `false` when that fails.
  static func write(_ text: String, to descriptor: CInt) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[done...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        done += count
      }
      return true
    }
  }
}
