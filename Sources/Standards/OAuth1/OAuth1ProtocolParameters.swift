/// The protocol parameters of one request, all but the signature (RFC 5849 §3.1).
struct OAuth1ProtocolParameters: ~Copyable {
  /// Those that are the same in every request of a signer.
  private let constants: Constants
  private let text: [UInt8]
  let timestamp: Timestamp
  let nonce: String
  /// Those of a step of the login: `oauth_callback`, `oauth_verifier`.
  let step: Parameters
  let bodyHash: String?

  /// Parameters that are written down once, in both forms in which a request has them.
  final class Constants: Sendable {
    /// The pairs encoded twice, then the start of a header; a token is among them.
    fileprivate let text: Secret
    fileprivate let encodedEnd: Int
    fileprivate let entries: [EncodedParameters.Entry]
    /// Why the header cannot be written.
    fileprivate let fault: OAuth1Error?

    init(_ parameters: Parameters, realm: String?) {
      var start: [UInt8] = []
      do throws(OAuth1Error) {
        start = try OAuth1AuthorizationHeader.start(realm: realm)
        fault = nil
      } catch {
        fault = error
      }
      let encodedSize = EncodedParameters.size(parameters)
      let size = encodedSize * 2 + start.count + parameters.pairs.count * 5
      var encodedEnd = 0
      var entries: [EncodedParameters.Entry] = []
      text = Secret(
        ByteWriter.bytes(capacity: size) { (output: inout ByteWriter) in
          EncodedParameters.with(parameters) { encoded in
            // Sorted already, they cost the least when all are sorted.
            encoded.sort()
            entries = (0..<encoded.count).map { encoded[$0] }
            encodedEnd = encoded.text.count
            output.append(encoded.text, 0..<encodedEnd)
          }
          let headerStart = output.count
          output.append(start.span, start.indices)
          for pair in parameters.pairs {
            OAuth1AuthorizationHeader.append(pair, to: &output, behind: headerStart)
          }
        }
      )
      self.encodedEnd = encodedEnd
      self.entries = entries.map(\.asProtocol)
    }
  }

  init(
    _ constants: Constants,
    timestamp: Timestamp,
    nonce: String,
    step: Parameters,
    bodyHash: String?
  ) {
    self.constants = constants
    text = constants.text.bytes
    self.timestamp = timestamp
    self.nonce = nonce
    self.step = step
    self.bodyHash = bodyHash
  }

  /// The most bytes that the pairs take when they are encoded twice.
  var encodedSize: Int {
    let added = (nonce.utf8.count + (bodyHash?.utf8.count ?? 0)) * EncodedParameters.growth
    let names = 15 + 11 + 15 + 3 * EncodedParameters.joint + 20
    return constants.encodedEnd + added + names
      + (step.pairs.isEmpty ? 0 : EncodedParameters.size(step))
  }

  var count: Int { constants.entries.count + 3 + step.pairs.count }

  /// Encodes all of them as the first pairs.
  @inline(__always)
  func append(to encoded: inout EncodedParameters) {
    encoded.append(text.span.extracting(0..<constants.encodedEnd), entries: constants.entries)
    encoded.append("oauth_timestamp", timestamp.seconds)
    encoded.append("oauth_nonce", nonce)
    for pair in step.pairs { encoded.append(pair, isProtocol: true) }
    if let bodyHash { encoded.append("oauth_body_hash", bodyHash) }
  }

  /// The header field with the signature as its last parameter (RFC 5849 §3.5.1).
  func header(signature: String) throws(OAuth1Error) -> String {
    if let fault = constants.fault { throw fault }
    let variable = nonce.utf8.count + (bodyHash?.utf8.count ?? 0) + signature.utf8.count
    let steps = step.pairs.isEmpty ? 0 : EncodedParameters.size(step) + step.pairs.count * 2
    let size = text.count - constants.encodedEnd + variable * 3 + steps + 128
    return ByteWriter.text(capacity: size) { output in
      output.append(text.span, constants.encodedEnd..<text.count)
      output.append(", oauth_timestamp=\"")
      output.append(timestamp.seconds)
      output.append("\", oauth_nonce=\"")
      output.appendEncoded(nonce)
      output.append(UInt8(ascii: "\""))
      for pair in step.pairs { OAuth1AuthorizationHeader.append(pair, to: &output) }
      if let bodyHash {
        output.append(", oauth_body_hash=\"")
        output.appendEncoded(bodyHash)
        output.append(UInt8(ascii: "\""))
      }
      output.append(", oauth_signature=\"")
      output.appendEncoded(signature)
      output.append(UInt8(ascii: "\""))
    }
  }

  /// The same as decoded pairs, for a query or a form (RFC 5849 §3.5.2, §3.5.3).
  func parameters(after constants: Parameters, signature: String) -> Parameters {
    var result = constants
    result.append("oauth_timestamp", String(timestamp.seconds))
    result.append("oauth_nonce", nonce)
    result.pairs += step.pairs
    if let bodyHash { result.append("oauth_body_hash", bodyHash) }
    result.append("oauth_signature", signature)
    return result
  }
}
