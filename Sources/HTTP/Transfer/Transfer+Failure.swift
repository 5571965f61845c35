import CCurl
import Glibc
import Standards

extension Transfer {
  /// What went wrong, `nil` when nothing did; asked while the handle is still attached.
  func error(for end: End) -> HTTPError? {
    switch end {
    case .cancelled: make(.cancelled, "given up")
    case .ended(CURLE_OK):
      // To libcurl the end of the connection is also an end of the header.
      hasHead ? nil : closedEarly
    case .ended(let code): stop.map(error(for:)) ?? error(for: code)
    }
  }

  private func make(_ kind: HTTPError.Kind, _ cause: String) -> HTTPError {
    HTTPError(kind, host: order.host, cause)
  }

  private func error(for stop: Stop) -> HTTPError {
    switch stop {
    case .bodyTooLarge(let limit):
      make(.tooLarge(limit: limit), "the answer is larger than \(limit) bytes")
    case .headerTooLarge(let limit):
      make(.tooLarge(limit: limit), "the header of the answer is larger than \(limit) bytes")
    case .badHeader: make(.protocol, "the header of the answer is not HTTP")
    case .unreadableUpload: make(.internal, "the file to send cannot be read")
    case .refusedAddress(let range):
      make(.refusedAddress, "the name leads to an address of \(range.words)")
    case .shortUpload: make(.internal, "the file to send became shorter while it was sent")
    }
  }

  private func error(for code: CURLcode) -> HTTPError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: make(.resolve, "the host name cannot be resolved")
    case CURLE_COULDNT_RESOLVE_PROXY:
      make(.proxy, "the name of the proxy in the environment cannot be resolved")
    case CURLE_PROXY: make(.proxy, "the proxy in the environment refused the connection")
    case CURLE_COULDNT_CONNECT: connectError
    case CURLE_OPERATION_TIMEDOUT: timeoutError
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      certificateError
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED:
      make(.tls(.handshake), "no TLS connection: the handshake failed")
    case CURLE_SSL_CACERT_BADFILE:
      make(.tls(.trustFile), "the file of trusted certificates cannot be read")
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
      CURLE_HTTP2_STREAM, CURLE_AGAIN:
      interruption
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2,
      CURLE_HTTP_RETURNED_ERROR:
      make(.protocol, "the answer is not HTTP")
    case CURLE_BAD_CONTENT_ENCODING: make(.protocol, "the content coding of the answer is broken")
    case CURLE_URL_MALFORMAT: make(.invalidRequest, "the URL cannot be requested")
    default: make(.internal, CurlFault(code).reason)
    }
  }

  private var connectError: HTTPError {
    switch Int32(truncatingIfNeeded: easy.long(CURLINFO_OS_ERRNO)) {
    case ECONNREFUSED: make(.refused, "connection refused")
    case 0: make(.connect, "no connection")
    case let number: make(.connect, "no connection: \(String(cString: strerror(number)))")
    }
  }

  private var interruption: HTTPError {
    // The proxy's own status, when it did not let the connection through.
    let status = easy.long(CURLINFO_HTTP_CONNECTCODE)
    guard status < 300 else {
      return make(.proxy, "the proxy in the environment answered \(status)")
    }
    return closedEarly
  }

  private var closedEarly: HTTPError {
    make(.closedEarly, "the connection was closed before the answer was complete")
  }

  private var timeoutError: HTTPError {
    let phase = reachedPhase
    let limits = order.limits
    var limit = limits.totalTimeout ?? limits.stallTimeout ?? limits.connectTimeout
    switch phase {
    case .queued, .resolving, .connecting, .handshake: limit = min(limit, limits.connectTimeout)
    case .waiting, .receiving: limit = min(limit, limits.stallTimeout ?? limit)
    }
    let time = limit.inWords
    let cause =
      switch phase {
      case .queued: "not started within \(time)"
      case .resolving: "the host name was not resolved within \(time)"
      case .connecting: "no connection within \(time)"
      case .handshake: "no TLS connection within \(time)"
      case .waiting: "no answer within \(time)"
      case .receiving: "the answer was not complete within \(time)"
      }
    return make(.timeout(afterSeconds: limit.inSeconds, phase: phase), cause)
  }

  private var reachedPhase: HTTPError.Phase {
    if easy.offset(CURLINFO_NAMELOOKUP_TIME_T) == 0, !hasAddress { return .resolving }
    // The connect time is noted after the handshake; an own port is there once TCP is connected.
    if easy.long(CURLINFO_LOCAL_PORT) <= 0 { return .connecting }
    let isSecure = order.request.url.scheme == "https"
    if isSecure, easy.offset(CURLINFO_APPCONNECT_TIME_T) == 0 { return .handshake }
    return easy.offset(CURLINFO_STARTTRANSFER_TIME_T) == 0 ? .waiting : .receiving
  }

  private var certificateError: HTTPError {
    // The numbers are those of OpenSSL's `X509_V_ERR_…`, which libcurl passes on.
    switch easy.long(CURLINFO_SSL_VERIFYRESULT) {
    case 0, 1, 62:
      // No fault of the chain was noted, so that what was refused is the name.
      make(.tls(.nameMismatch), "the TLS certificate is for another host name")
    case 9: make(.tls(.notYetValid), "the TLS certificate is not valid yet; is the clock right?")
    case 10: make(.tls(.expired), "the TLS certificate has expired; is the clock right?")
    case 2, 18, 19, 20, 21, 27:
      make(.tls(.unknownAuthority), "the TLS certificate comes from no trusted authority")
    case let number:
      make(.tls(.refusedCertificate), "the TLS certificate is not acceptable (reason \(number))")
    }
  }
}
