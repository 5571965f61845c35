import CCurl
import Glibc
import Standards

extension Transfer {
  /// Whether the address that is connected to is the host's own and has to be looked at.
  ///
  /// It is not where the user leads the connection elsewhere, and where a proxy looks the name up.
  var checksAddress: Bool {
    let url = order.request.url
    return order.limits.addresses.concerns(url)
      && !order.settings.connectTo.contains {
        $0.isMeant(for: url.host, port: url.effectivePort)
      }
      && !(usesProxy && ProxyEnvironment.leads(url))
  }

  /// Asks before each connection, and once more before the request, for connections that were kept.
  func setAddressChecks(_ context: UnsafeMutableRawPointer) throws(CurlFault) {
    try easy.set(CURLOPT_OPENSOCKETDATA, context: context)
    try CurlFault.check(
      authrun_curl_set_open_callback(easy.pointer) { context, _, address in
        guard let address else { return authrun_curl_socket_bad }
        if let transfer = Transfer.of(context), !transfer.mayConnect(to: address) {
          return authrun_curl_socket_bad
        }
        return socket(
          address.pointee.family,
          address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
          address.pointee.protocol
        )
      }
    )
    try easy.set(CURLOPT_PREREQDATA, context: context)
    try CurlFault.check(
      authrun_curl_set_request_callback(easy.pointer) { context, address, _, _, _ in
        guard let transfer = Transfer.of(context), let address else { return 1 }
        return transfer.mayRequest(from: String(cString: address)) ? 0 : 1
      }
    )
  }

  private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
    let bytes: [UInt8]
    switch address.pointee.family {
    case AF_INET:
      bytes = authrun_curl_address(address, 4, 4)
    case AF_INET6:
      bytes = authrun_curl_address(address, 8, 16)
    default: return false
    }
    guard let ip = IPAddress(bytes: bytes) else { return false }
    return accepts(ip)
  }

  private func mayRequest(from text: String) -> Bool {
    guard let ip = IPAddress(host: text.contains(":") ? "[\(text)]" : text) else { return false }
    return accepts(ip)
  }

  private func accepts(_ address: IPAddress) -> Bool {
    if order.limits.addresses.allows(address, for: order.request.url.host) { return true }
    refuse(address)
    return false
  }
}

/// The bytes of the socket address, from `offset` on: of `sin_addr` and `sin6_addr`.
private func authrun_curl_address(
  _ address: UnsafeMutablePointer<curl_sockaddr>,
  _ offset: Int,
  _ count: Int
) -> [UInt8] {
  guard let start = authrun_curl_address_bytes(address),
    Int(address.pointee.addrlen) >= offset + count
  else { return [] }
  return Array(UnsafeBufferPointer(start: start.advanced(by: offset), count: count))
}

/// What the environment says about proxies, as libcurl reads it.
enum ProxyEnvironment {
  /// Whether requests to `url` go through a proxy.
  static func leads(_ url: URI) -> Bool {
    // Upper-case `HTTP_PROXY` may come from a request to a CGI program, so libcurl does not read it.
    let names =
      (url.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"])
      + ["all_proxy", "ALL_PROXY"]
    guard names.contains(where: { variable($0) != nil }) else { return false }
    let exceptions = variable("no_proxy") ?? variable("NO_PROXY") ?? ""
    return !exceptions.lowercased().split(whereSeparator: { ", \t".contains($0) }).contains {
      let domain = $0.hasPrefix(".") ? $0.dropFirst() : $0
      return domain == "*" || url.host == domain || url.host.hasSuffix(".\(domain)")
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
