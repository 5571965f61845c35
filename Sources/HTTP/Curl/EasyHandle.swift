import CCurl

/// Owns one libcurl transfer handle.
struct EasyHandle: ~Copyable {
  /// For the multi handle and as the key of the transfer; must not outlive this value.
  let pointer: UnsafeMutableRawPointer

  init() throws(CurlFault) {
    guard let pointer = curl_easy_init() else { throw CurlFault("out of memory") }
    self.pointer = pointer
  }

  deinit {
    curl_easy_cleanup(pointer)
  }

  func set(_ option: CURLoption, _ value: Int) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_long(pointer, option, value))
  }

  func set(_ option: CURLoption, offset value: Int64) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_offset(pointer, option, curl_off_t(value)))
  }

  /// Sets a text option; `nil` clears it.
  func set(_ option: CURLoption, text value: String?) throws(CurlFault) {
    guard let value else {
      return try CurlFault.check(authrun_curl_set_text(pointer, option, nil))
    }
    try CurlFault.check(value.withCString { authrun_curl_set_text(pointer, option, $0) })
  }

  /// Sets an option whose bytes libcurl copies.
  func set(_ option: CURLoption, blob value: [UInt8]) throws(CurlFault) {
    let code = value.withUnsafeBytes { bytes in
      authrun_curl_set_blob(pointer, option, bytes.baseAddress, bytes.count)
    }
    try CurlFault.check(code)
  }

  /// Sets the context of a callback, which must outlive the transfer.
  func set(_ option: CURLoption, context value: UnsafeMutableRawPointer) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_pointer(pointer, option, value))
  }

  /// Sets a list, which must outlive the transfer.
  func set(_ option: CURLoption, list value: borrowing StringList) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_list(pointer, option, value.pointer))
  }

  func set(
    _ option: CURLoption,
    dataCallback value: authrun_curl_data_callback
  ) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_data_callback(pointer, option, value))
  }

  func set(
    _ option: CURLoption,
    socketCallback value: authrun_curl_socket_callback
  ) throws(CurlFault) {
    try CurlFault.check(authrun_curl_set_socket_callback(pointer, option, value))
  }

  /// Gives the request body to libcurl, which copies it.
  func setBody(_ bytes: [UInt8]) throws(CurlFault) {
    // The size comes first: without it libcurl would look for a NUL byte.
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: Int64(bytes.count))
    let code = bytes.withUnsafeBytes { buffer in
      // An empty array may have no address, and a null pointer would mean "no body given".
      buffer.baseAddress.map { authrun_curl_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, $0) }
        ?? authrun_curl_set_text(pointer, CURLOPT_COPYPOSTFIELDS, "")
    }
    try CurlFault.check(code)
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return authrun_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    return authrun_curl_get_offset(pointer, info, &value) == CURLE_OK ? Int64(value) : 0
  }

  /// Lets a paused transfer go on in both directions.
  func resume() {
    curl_easy_pause(pointer, CURLPAUSE_CONT)
  }
}
