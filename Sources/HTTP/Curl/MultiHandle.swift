import CCurl

/// Owns the libcurl handle that drives many transfers; belongs to one thread.
struct MultiHandle: ~Copyable {
  private let pointer: UnsafeMutableRawPointer

  init() throws(CurlFault) {
    try CurlFault.check(CurlLibrary.state)
    guard let pointer = curl_multi_init() else { throw CurlFault("out of memory") }
    self.pointer = pointer
    // Idle connections that are kept for the next request; transfers in progress are not limited.
    authrun_curl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, 32)
  }

  deinit {
    curl_multi_cleanup(pointer)
  }

  func add(_ easy: UnsafeMutableRawPointer) throws(CurlFault) {
    let code = curl_multi_add_handle(pointer, easy)
    guard code == CURLM_OK else { throw CurlFault(String(cString: curl_multi_strerror(code))) }
  }

  func remove(_ easy: UnsafeMutableRawPointer) {
    curl_multi_remove_handle(pointer, easy)
  }

  /// Does all work that can be done without waiting.
  func perform() {
    var running: Int32 = 0
    curl_multi_perform(pointer, &running)
  }

  /// Waits until a transfer can go on, one of `descriptors` is ready, or the time is over.
  func wait(for descriptors: inout [curl_waitfd], milliseconds: Int32) {
    descriptors.withUnsafeMutableBufferPointer { buffer in
      _ = curl_multi_poll(
        pointer,
        buffer.baseAddress,
        UInt32(buffer.count),
        milliseconds,
        nil
      )
    }
  }

  /// The next transfer that has ended, with its result.
  func nextEnded() -> (easy: UnsafeMutableRawPointer, result: CURLcode)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(pointer, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
        continue
      }
      return (easy, authrun_curl_message_result(message))
    }
    return nil
  }
}

/// The library's own global state, made once and kept until the process ends.
enum CurlLibrary {
  static let state = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
}
