/// Signs requests to Amazon Web Services (AWS Signature Version 4), in the `Authorization` field.
package struct AWSSignatureV4: Sendable {
  package var accessKeyID: String
  package var secretAccessKey: Secret
  /// The token of temporary credentials; sent and signed where there is one.
  package var sessionToken: Secret?
  package var region: String
  package var service: String
  /// Names the body's hash in `x-amz-content-sha256`, as S3 demands.
  package var sendsBodyHash: Bool
  /// Takes dots and empty segments out of the path and encodes it a second time, as every service but S3
  /// does; to S3 they are names.
  package var normalizesPath: Bool

  package init(
    accessKeyID: String,
    secretAccessKey: Secret,
    sessionToken: Secret? = nil,
    region: String,
    service: String
  ) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
    sendsBodyHash = service == "s3"
    normalizesPath = service != "s3"
  }

  /// A signed request and how the signature came about; without secrets.
  package struct Signed: Sendable {
    package let request: HTTPRequest
    package let canonicalRequest: String
    package let stringToSign: String
    package let derivations: [Derivation]
  }

  /// Signs the request with the date, the host, the content type and all `x-amz-` fields.
  package func sign(_ request: HTTPRequest, at time: Timestamp, hashing: any Hashing) -> Signed {
    let date = Self.basicFormat(time)
    var signed = request
    let bodyHash = Hex.encode(hashing.digest(.sha256, request.body))
    signed.headers["X-Amz-Date"] = date
    if let sessionToken { signed.headers["X-Amz-Security-Token"] = sessionToken.text }
    if sendsBodyHash { signed.headers["X-Amz-Content-SHA256"] = bodyHash }
    let fields = signedFields(of: signed)
    let names = fields.map(\.name).joined(separator: ";")
    let canonical = [
      request.method, canonicalPath(request.url), Self.canonicalQuery(request.url),
      fields.map { "\($0.name):\($0.value)\n" }.joined(), names, bodyHash,
    ].joined(separator: "\n")
    let scope = "\(date.prefix(8))/\(region)/\(service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", date, scope,
      Hex.encode(hashing.digest(.sha256, Array(canonical.utf8))),
    ].joined(separator: "\n")
    var key = signingKey(day: String(date.prefix(8)), hashing)
    defer { key.wipe() }
    let signature = Hex.encode(hashing.hmac(.sha256, key: key, Array(text.utf8)))
    signed.headers["Authorization"] =
      "AWS4-HMAC-SHA256 Credential=\(accessKeyID)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
    return Signed(
      request: signed,
      canonicalRequest: canonical,
      stringToSign: text,
      derivations: [
        Derivation(
          name: "string_to_sign",
          formula: "algorithm, date, scope, hex(SHA-256(canonical_request))",
          value: text
        ),
        Derivation(
          name: "signature",
          formula: "hex(HMAC-SHA-256(key(secret, date, region, service), string_to_sign))",
          value: signature
        ),
      ]
    )
  }

  /// The key of one day, region and service; the secret itself signs nothing.
  private func signingKey(day: String, _ hashing: any Hashing) -> [UInt8] {
    let secret = secretAccessKey.bytes
    var key: [UInt8] = []
    // Room for all of it at once: an array that grows leaves copies behind.
    key.reserveCapacity(secret.count + 4)
    key += "AWS4".utf8
    key += secret
    for part in [day, region, service, "aws4_request"] {
      let next = hashing.hmac(.sha256, key: key, Array(part.utf8))
      key.wipe()
      key = next
    }
    return key
  }

  private func canonicalPath(_ url: URI) -> String {
    let path = url.path.isEmpty ? "/" : url.path
    guard normalizesPath else { return path }
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." {
        _ = segments.popLast()
      } else {
        segments.append(segment)
      }
    }
    let isFolder = path.hasSuffix("/") && !segments.isEmpty
    return "/" + segments.map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
      + (isFolder ? "/" : "")
  }

  /// The pairs sorted by encoded name, then by encoded value; a plus is a plus here.
  private static func canonicalQuery(_ url: URI) -> String {
    let pairs = (url.query ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (encodedAnew(parts[0]), parts.count > 1 ? encodedAnew(parts[1]) : "")
    }
    return pairs.sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private static func encodedAnew(_ text: Substring) -> String {
    // A parsed URI holds no broken escape, so that decoding cannot fail.
    PercentEncoding.encode((try? PercentEncoding.decode(text.utf8)) ?? Array(text.utf8))
  }

  private func signedFields(of request: HTTPRequest) -> [HTTPField] {
    var values: [String: [String]] = ["host": [request.headers["Host"] ?? request.url.authority]]
    for field in request.headers.fields {
      let name = ASCII.lowercased(field.name)
      guard name.hasPrefix("x-amz-") || name == "content-type" else { continue }
      let words = field.value.split { $0 == " " || $0 == "\t" }
      values[name, default: []].append(words.joined(separator: " "))
    }
    return values.sorted { $0.key < $1.key }
      .map { HTTPField($0.key, $0.value.joined(separator: ",")) }
  }

  /// `20150830T123600Z`.
  private static func basicFormat(_ time: Timestamp) -> String {
    time.rfc3339.filter { $0 != "-" && $0 != ":" }
  }
}
