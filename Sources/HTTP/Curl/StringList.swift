import CCurl

/// Owns a libcurl string list: header lines, connection targets.
struct StringList: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<curl_slist>?

  init() {
    pointer = nil
  }

  deinit {
    curl_slist_free_all(pointer)
  }

  /// Adds a copy of `text` at the end.
  mutating func append(_ text: String) throws(CurlFault) {
    // On failure libcurl returns null and leaves the list as it was, so that it is still ours to free.
    guard let grown = text.withCString({ curl_slist_append(pointer, $0) }) else {
      throw CurlFault("out of memory")
    }
    pointer = grown
  }
}
