import CCurl

/// Which libcurl sends requests.
package enum CurlRelease {
  /// Such as `libcurl/7.88.1 OpenSSL/3.0.17 …`, with the libraries that it uses itself.
  package static var current: String { String(cString: curl_version()) }
}
