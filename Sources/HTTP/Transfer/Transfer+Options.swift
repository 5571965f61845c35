import CCurl
import Standards

extension Transfer {
  /// Sets all that does not depend on this object's address.
  func configure() throws(CurlFault) {
    try setSafety()
    try setLimits()
    try setTrust()
    try setRequest()
  }

  private func setSafety() throws(CurlFault) {
    // No signal handlers or alarms: this is one thread of many.
    try easy.set(CURLOPT_NOSIGNAL, 1)
    // A name server that never answers must not hold the thread when its transfer is over.
    try easy.set(CURLOPT_QUICK_EXIT, 1)
    try easy.set(CURLOPT_PROTOCOLS_STR, text: "http,https")
    try easy.set(CURLOPT_FOLLOWLOCATION, 0)
    try easy.set(CURLOPT_HTTP09_ALLOWED, 0)
    // The header fields of a proxy's answer to CONNECT are not the server's.
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // Else a token or a signature would go to the proxy in clear.
    try easy.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
    if !usesProxy { try easy.set(CURLOPT_PROXY, text: "") }
  }

  var usesProxy: Bool {
    let url = order.request.url
    // The first entry that is meant decides where the connection goes.
    let leadsHere = order.settings.connectTo.first {
      $0.isMeant(for: url.host, port: url.effectivePort)
    }.map(\.leadsHere)
    // A proxy elsewhere could only see, in clear, what is meant for this machine.
    return order.settings.usesProxies && leadsHere != true && !url.isLoopback
  }

  private func setLimits() throws(CurlFault) {
    let limits = order.limits
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.inMilliseconds)
    if let total = limits.totalTimeout {
      // The time spent in the queue counts.
      let left = total - (ContinuousClock.now - order.queuedAt)
      try easy.set(CURLOPT_TIMEOUT_MS, left.inMilliseconds)
    }
    if let stall = limits.stallTimeout {
      try easy.set(CURLOPT_LOW_SPEED_LIMIT, 1)
      try easy.set(CURLOPT_LOW_SPEED_TIME, max(1, stall.inMilliseconds / 1_000))
    }
  }

  private func setTrust() throws(CurlFault) {
    try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
    try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
    try easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let identity = order.identity {
      try easy.set(CURLOPT_SSLCERT_BLOB, blob: identity.certificate.bytes)
      try easy.set(CURLOPT_SSLKEY_BLOB, blob: identity.key.bytes)
    }
    let settings = order.settings
    guard settings.caFile != nil || settings.caPEM != nil else { return }
    // Else the directory that the library was built with would still be trusted.
    try easy.set(CURLOPT_CAPATH, text: nil)
    if let pem = settings.caPEM {
      try easy.set(CURLOPT_CAINFO_BLOB, blob: Array(pem.utf8))
    } else {
      try easy.set(CURLOPT_CAINFO, text: settings.caFile)
    }
  }

  private func setRequest() throws(CurlFault) {
    let request = order.request
    try easy.set(CURLOPT_URL, text: request.url.textWithoutFragment)
    // Dot segments were part of the text that was signed.
    try easy.set(CURLOPT_PATH_AS_IS, 1)
    try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    try easy.set(CURLOPT_USERAGENT, text: order.settings.userAgent)
    try easy.set(CURLOPT_ACCEPT_ENCODING, text: "gzip, deflate")
    let isRepeatable = ["GET", "HEAD", "OPTIONS"].contains(request.method)
    if !isRepeatable { try easy.set(CURLOPT_FRESH_CONNECT, 1) }

    if let upload = order.upload {
      try easy.set(CURLOPT_UPLOAD, 1)
      if let length = upload.length {
        try easy.set(CURLOPT_INFILESIZE_LARGE, offset: length)
      }
    } else if request.method == "HEAD" {
      try easy.set(CURLOPT_NOBODY, 1)
    } else if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
      // With an empty body too: these methods then say `Content-Length: 0` (RFC 9110 §8.6).
      try easy.set(CURLOPT_POST, 1)
      try easy.setBody(request.body)
    } else {
      try easy.set(CURLOPT_HTTPGET, 1)
    }
    try easy.set(CURLOPT_CUSTOMREQUEST, text: request.method)
  }

  /// The fields of the request, and for each field that libcurl would add unasked a line that stops it.
  static func headerLines(of order: TransferOrder) throws(CurlFault) -> StringList {
    var lines = StringList()
    let fields = order.request.headers
    for field in fields.fields {
      let value = field.value.drop { $0 == " " || $0 == "\t" }
      // libcurl takes "Name:" for "do not send it"; "Name;" sends it empty.
      try lines.append(value.isEmpty ? "\(field.name);" : "\(field.name): \(value)")
    }
    for name in ["Accept", "Content-Type", "Expect"] where fields[name] == nil {
      try lines.append("\(name):")
    }
    return lines
  }

  static func resolutions(of order: TransferOrder) throws(CurlFault) -> StringList {
    var entries = StringList()
    for entry in order.settings.resolve { try entries.append(entry) }
    return entries
  }

  static func targets(of order: TransferOrder) throws(CurlFault) -> StringList {
    var targets = StringList()
    for target in order.settings.connectTo {
      try targets.append(target.description)
    }
    return targets
  }
}

extension URI {
  /// What is sent to find the resource; the fragment stays with the client (RFC 9110 §7.1).
  fileprivate var textWithoutFragment: String {
    text.firstIndex(of: "#").map { String(text[..<$0]) } ?? text
  }
}
