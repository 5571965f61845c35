extension DescriptorReader {
  mutating func readOAuth1(_ reader: TableReader) -> OAuth1Spec? {
    let transport = reader.text("transport").flatMap(OAuth1Spec.Transport.init) ?? .header
    let reserved: Set<String> = transport == .header ? ["authorization"] : []
    let requestToken = step(reader, "request_token", reservedHeaders: reserved)
    let accessToken = step(reader, "access_token", reservedHeaders: reserved)
    let authorize = page(reader, "authorize")
    let allowsXAuth = reader.boolean("xauth")
    checkThreeLegs(reader, allowsXAuth: allowsXAuth)
    let signature = reader.text("signature").flatMap(OAuth1Spec.Signature.init) ?? .hmacSHA1
    let confirmed = reader.text("callback_confirmed") != "optional"
    let verifier = reader.text("verifier") != "optional"
    if signature == .plaintext {
      loosen(reader.path("signature"), "requests are not signed; TLS alone protects the secrets")
    }
    if transport == .query {
      loosen(reader.path("transport"), "tokens and signatures stand in URLs, which end up in logs")
    }
    if !confirmed {
      loosen(
        reader.path("callback_confirmed"),
        "the service need not confirm that it knows the callback"
      )
    }
    if !verifier {
      loosen(reader.path("verifier"), "a callback counts without proof that the user agreed")
    }
    if allowsXAuth {
      loosen(reader.path("xauth"), "the user's password may pass through this program")
    }
    if transport == .body {
      for key in ["request_token", "access_token"] where reader.table(key)?.text("method") == "GET"
      {
        report(reader.path(key), "\(reader.path(key)): a GET has no body for transport = \"body\"")
      }
    }
    let realm = template(reader.text("realm"), at: reader.path("realm"), allowsSecrets: false)
    return OAuth1Spec(
      requestToken: requestToken,
      authorize: authorize,
      accessToken: accessToken,
      signature: signature,
      realm: realm,
      transport: transport,
      allowsXAuth: allowsXAuth,
      requiresCallbackConfirmed: confirmed,
      requiresVerifier: verifier,
      sendsEmptyToken: reader.boolean("empty_token"),
      sendsBodyHash: reader.boolean("body_hash")
    )
  }

  private mutating func checkThreeLegs(_ reader: TableReader, allowsXAuth: Bool) {
    let legs = ["request_token", "authorize", "access_token"]
    let missing = legs.filter { !reader.has($0) }
    // Without a login there is none of them; keys that only do xAuth need the last alone.
    if missing.isEmpty || (missing.count == 3 && !allowsXAuth)
      || (allowsXAuth && missing == ["request_token", "authorize"])
    {
      return
    }
    for leg in missing where !allowsXAuth || leg == "access_token" || missing.count < 3 {
      reportMissing(leg, in: reader)
    }
  }
}
