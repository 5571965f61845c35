import Standards

/// The protocol parameters of a signed request, wherever it carries them (RFC 5849 §3.5).
struct OAuth1Parameters {
  /// Where the parameters were found.
  enum Place: String {
    case header
    case body
    case query
  }

  let place: Place
  let realm: String?
  /// Those named `oauth_…`.
  let parameters: RawParameters
  /// All that is signed: protocol parameters, query and form, without realm and signature.
  let signed: RawParameters
  let isMalformed: Bool

  init?(_ request: PracticeRequest) {
    let header = request.headers.values("Authorization").first { value in
      value.lowercased().hasPrefix("oauth ") || value.lowercased() == "oauth"
    }
    var signed = RawParameters()
    var isMalformed = request.query.isMalformed || request.form.isMalformed
    var realm: String?
    if let header {
      place = .header
      guard let read = Self.readHeader(header) else { return nil }
      isMalformed = isMalformed || read.isMalformed
      realm = read.realm
      signed.append(contentsOf: read.parameters)
      parameters = read.parameters
    } else if request.form.only("oauth_consumer_key") != nil {
      place = .body
      parameters = request.form.protocolPart
    } else if request.query.only("oauth_consumer_key") != nil {
      place = .query
      parameters = request.query.protocolPart
    } else {
      return nil
    }
    signed.append(contentsOf: request.query)
    signed.append(contentsOf: request.form)
    self.signed = signed
    self.realm = realm
    self.isMalformed = isMalformed
  }

  /// Reads `OAuth realm="…", oauth_token="…"` (RFC 5849 §3.5.1).
  private static func readHeader(
    _ header: String
  ) -> (realm: String?, parameters: RawParameters, isMalformed: Bool)? {
    var realm: String?
    var parameters = RawParameters()
    var isMalformed = false
    for part in header.dropFirst(5).split(separator: ",") {
      let pair = part.drop { $0 == " " || $0 == "\t" }
      guard let equals = pair.firstIndex(of: "=") else { return nil }
      let name = pair[..<equals]
      var value = pair[pair.index(after: equals)...]
      while value.last == " " || value.last == "\t" { value.removeLast() }
      guard value.count >= 2, value.first == "\"", value.last == "\"" else { return nil }
      value = value.dropFirst().dropLast()
      if name == "realm" {
        realm = String(value)
        continue
      }
      guard let decoded = RawParameters.decode(value.utf8, plusIsSpace: false) else {
        isMalformed = true
        continue
      }
      parameters.append(String(name), String(decoding: decoded, as: UTF8.self))
    }
    return (realm, parameters, isMalformed)
  }
}

extension RawParameters {
  fileprivate var protocolPart: RawParameters {
    var part = RawParameters()
    for pair in pairs where pair.name.starts(with: "oauth_".utf8) {
      part.append(
        String(decoding: pair.name, as: UTF8.self),
        String(decoding: pair.value, as: UTF8.self)
      )
    }
    return part
  }
}
