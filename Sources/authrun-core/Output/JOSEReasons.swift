import Standards

extension JWTError {
  /// The reason in words, without any of the text.
  var reason: String {
    switch self {
    case .tooLong: "longer than any token"
    case .badShape: "no JWT: three parts between dots are needed"
    case .badBase64URL: "no JWT: a part is not base64url without padding"
    case .badJSON: "no JWT: header or claims are no JSON object"
    case .badClaim(let name): "the claim \(name) has a wrong type"
    }
  }
}

extension JWSError {
  /// The reason in words, without any of the token's text.
  var reason: String {
    switch self {
    case .tooLong: "longer than any token"
    case .badShape: "no JWT: three parts between dots are needed"
    case .badBase64URL: "a part is not base64url without padding"
    case .badHeader: "the header is no JSON object with a well-formed alg and kid"
    case .duplicateMember: "a header member stands twice"
    case .badCritical: "crit names what is not understood here"
    case .badUnencodedPayload: "b64 has no place in a JWT"
    case .unsupportedAlgorithm: "its alg is none, or no signature algorithm"
    case .algorithmNotAllowed: "its alg is not one that the key is for and you admit"
    case .noKey: "no key has its kid"
    case .ambiguousKey: "several keys fit it; its kid does not choose one"
    case .badSignature: "the signature does not hold"
    case .badPayload: "the payload is not where it should be"
    case .cannotSign: "the signature could not be computed"
    }
  }
}

extension JWKError {
  /// The reason in words, without any part of the key.
  var reason: String {
    switch self {
    case .badJSON: "no JSON object in UTF-8 with unique names"
    case .missingMember(let name): "the member \(name) is missing"
    case .badMember(let name): "the member \(name) has a wrong type, length or encoding"
    case .unknownKeyType: "a key type that is not RSA, EC, OKP or oct"
    case .unknownCurve: "a curve that is not supported"
    case .weakRSA: "an RSA key below 2048 bits, or with a bad exponent"
    case .roca: "an RSA key from the broken generator of CVE-2017-15361"
    case .badKeyLength: "the symmetric key is too short for the algorithm"
    case .inconsistent: "the numbers do not make a key"
    case .notPrivate: "a public key where a private one is needed"
    case .algorithmMismatch: "the key does not fit the algorithm"
    case .otherAlgorithm: "the key's own alg names another algorithm"
    case .notPermitted: "the key's use or key_ops does not permit it"
    case .sharedID: "another key, which cannot be read, has the same kid"
    case .secretBesidePublic:
      "a secret beside public keys is not relied on; a file of its own is"
    case .badPEM: "neither a JWK, a JWK Set, nor one key in PEM"
    case .escapedPEM:
      "its lines end in a backslash and an n, which is read in an environment variable only"
    case .encryptedPEM: "the key is encrypted"
    }
  }
}
