import CCurl

/// A libcurl call that failed for a reason that lies in this process: no memory, a refused option.
struct CurlFault: Error {
  let reason: String

  init(_ code: CURLcode) {
    reason = String(cString: curl_easy_strerror(code))
  }

  init(_ reason: String) {
    self.reason = reason
  }

  static func check(_ code: CURLcode) throws(CurlFault) {
    guard code == CURLE_OK else { throw CurlFault(code) }
  }
}
