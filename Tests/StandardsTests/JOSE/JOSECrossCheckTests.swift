import Crypto
import Standards
import TestSupport
import Testing

/// Signatures, encryption and keys against joserfc, PyJWT and the jose command, fresh inputs each run.
@Suite(.enabled(if: PythonPeer.isAvailable, "needs the tests' Python: run ./scripts/test once"))
struct JOSECrossCheckTests {
  private static let primitives = OpenSSLEncryption()

  @Test(arguments: ["joserfc", "PyJWT"])
  func `signatures of both libraries hold, and no other content fits them`(
    _ library: String
  ) async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: 1008, library: library)
    let tokens: [JOSEPeer.Token] = try await peer.ask("sign", batch)
    #expect(tokens.count == batch.count)
    let keyring = JOSEKeyring()
    for (index, one) in tokens.enumerated() {
      let place: Comment = "seed \(batch.seed), token \(index): \(one.token.prefix(400))"
      let algorithm = try #require(SignatureAlgorithm(rawValue: one.algorithm))
      let keys = try keyring.verification(one.key, algorithm)
      guard !one.token.hasPrefix("{") else {
        var object = try #require(JSONReader.read(Array(one.token.utf8)).object)
        let verified = try JWS.verify(json: object, keys: keys)
        #expect(Hex.encode(try #require(verified.first).payload) == one.content, place)
        object["payload"] = .string(try #require(object["payload"]?.string) + "AAAA")
        #expect(throws: JWSError.self, place) { try JWS.verify(json: object, keys: keys) }
        continue
      }
      #expect(Hex.encode(try JWS.verify(one.token, keys: keys).payload) == one.content, place)
      var parts = one.token.split(separator: ".", omittingEmptySubsequences: false)
      parts[1] += "AAAA"
      #expect(throws: JWSError.self, place) {
        try JWS.verify(parts.joined(separator: "."), keys: keys)
      }
    }
    await peer.stop()
  }

  @Test
  func `both libraries take our signatures, and refuse them for another content`() async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: 1008)
    let questions: [JOSEPeer.Question] = try await peer.ask("ask", batch)
    let keyring = JOSEKeyring()
    let tokens = try questions.enumerated().map { index, question in
      let algorithm = try #require(SignatureAlgorithm(rawValue: question.algorithm))
      let key = try JWSSigningKey(
        keyring.key(question.key),
        algorithm: algorithm,
        provider: OpenSSLSignatures()
      )
      let header = try #require(JSONReader.read(Array(question.header.utf8)).object)
      let content = try Hex.decode(question.content)
      let token =
        index % 4 == 3
        ? try JSONValue.object(
          JWS.signFlattened(content, part: JWS.Part(key: key, protected: header))
        ).serialized
        : try JWS.sign(content, header: header, with: key)
      return JOSEPeer.Token(
        key: question.key,
        algorithm: question.algorithm,
        token: token,
        content: question.content
      )
    }
    let verified: [JOSEPeer.Verified] = try await peer.ask(
      "verify",
      JOSEPeer.Tokens(tokens: tokens)
    )
    #expect(verified.count { $0.pyjwt != nil } > 350)
    for (index, (ours, theirs)) in zip(tokens, verified).enumerated() {
      let place: Comment = "seed \(batch.seed), token \(index): \(ours.token.prefix(400))"
      #expect(theirs.joserfc == ours.content, place)
      #expect(theirs.pyjwt == nil || theirs.pyjwt == ours.content, place)
      #expect(theirs.refused, place)
    }
    await peer.stop()
  }

  @Test(arguments: ["joserfc", "jose"])
  func `what others encrypted opens, and opens no more when it is changed`(
    _ library: String
  ) async throws {
    guard library != "jose" || JOSEPeer.hasCommand else {
      try Test.cancel("needs the Debian package jose: run ./scripts/test once")
    }
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: library == "jose" ? 336 : 1020, library: library)
    let tokens: [JOSEPeer.Token] = try await peer.ask("encrypt", batch)
    #expect(tokens.count == batch.count)
    let keyring = JOSEKeyring()
    for (index, one) in tokens.enumerated() {
      let place: Comment = "seed \(batch.seed), token \(index): \(one.token.prefix(400))"
      let keys = JWEDecryptionKeys(
        [try keyring.key(one.key)],
        algorithms: [try #require(KeyManagementAlgorithm(rawValue: one.algorithm))]
      )
      guard !one.token.hasPrefix("{") else {
        let object = try #require(JSONReader.read(Array(one.token.utf8)).object)
        let opened = try JWE.decrypt(json: object, keys: keys, primitives: Self.primitives)
        #expect(Hex.encode(opened.plaintext) == one.content, place)
        continue
      }
      let opened = try JWE.decrypt(one.token, keys: keys, primitives: Self.primitives)
      #expect(Hex.encode(opened.plaintext) == one.content, place)
      var parts = one.token.split(separator: ".", omittingEmptySubsequences: false)
      parts[3] += "AAAA"
      #expect(throws: JWEError.self, place) {
        try JWE.decrypt(
          parts.joined(separator: "."),
          keys: keys,
          primitives: Self.primitives
        )
      }
    }
    await peer.stop()
  }

  @Test(arguments: ["joserfc", "jose"])
  func `others open what we encrypted`(_ library: String) async throws {
    guard library != "jose" || JOSEPeer.hasCommand else {
      try Test.cancel("needs the Debian package jose: run ./scripts/test once")
    }
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: library == "jose" ? 336 : 1020, library: library)
    let questions: [JOSEPeer.Question] = try await peer.ask("ask_encryption", batch)
    let keyring = JOSEKeyring()
    let tokens = try questions.map { question in
      let key = try keyring.key(question.key)
      let encryption = try #require(question.encryption)
      var recipient = JWERecipient(
        key: key.publicKey ?? key,
        algorithm: try #require(KeyManagementAlgorithm(rawValue: question.algorithm)),
        iterations: 1000
      )
      if question.parties == true {
        recipient.partyU = Array("Alice".utf8)
        recipient.partyV = Array("Bob".utf8)
      }
      return JOSEPeer.Token(
        key: question.key,
        algorithm: question.algorithm,
        encryption: encryption,
        token: try JWE.encrypt(
          Hex.decode(question.content),
          for: recipient,
          encryption: try #require(ContentEncryption(rawValue: encryption)),
          header: try #require(JSONReader.read(Array(question.header.utf8)).object),
          primitives: Self.primitives
        ),
        content: question.content
      )
    }
    let opened: [String] = try await peer.ask(
      "decrypt",
      JOSEPeer.Tokens(tokens: tokens, library: library)
    )
    #expect(opened.count == tokens.count)
    for (index, (ours, theirs)) in zip(tokens, opened).enumerated() {
      #expect(ours.content == theirs, "seed \(batch.seed), \(index): \(ours.token.prefix(400))")
    }
    await peer.stop()
  }

  @Test
  func `keys of joserfc read the same from JWK and PEM, and so do ours with it`() async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: 60)
    let keys: [JOSEPeer.Key] = try await peer.ask("keys", batch)
    var ours: [JOSEPeer.Key] = []
    for (index, one) in keys.enumerated() {
      let place: Comment = "seed \(batch.seed), key \(index)"
      let key = try JWK.read(Array(one.key.utf8))
      #expect(Self.thumbprint(key) == one.thumbprint, place)
      if let pem = one.pem, let publicPEM = one.public {
        let read = try KeyPEM.read(pem)
        #expect(read.isPrivate && Self.thumbprint(read) == one.thumbprint, place)
        let publicKey = try KeyPEM.read(publicPEM)
        #expect(!publicKey.isPrivate && Self.thumbprint(publicKey) == one.thumbprint, place)
      }
      ours.append(
        JOSEPeer.Key(
          key: JSONValue.object(key.members(includingPrivate: true)).serialized,
          thumbprint: Self.thumbprint(key),
          pem: one.pem == nil ? nil : try KeyPEM.write(key, as: .pkcs8),
          public: one.pem == nil ? nil : try KeyPEM.write(key, as: .subjectPublicKeyInfo)
        )
      )
    }
    let read: [JOSEPeer.Key] = try await peer.ask("read_keys", JOSEPeer.Keys(keys: ours))
    for (index, (ours, theirs)) in zip(ours, read).enumerated() {
      let place: Comment = "seed \(batch.seed), key \(index)"
      #expect(theirs.thumbprint == ours.thumbprint, place)
      #expect(ours.pem == nil || theirs.fromPEM == ours.thumbprint, place)
      #expect(ours.pem == nil || theirs.fromPublic == ours.thumbprint, place)
    }
    await peer.stop()
  }

  private static func thumbprint(_ key: JWK) -> String {
    Base64URL.encode(key.thumbprint(hashing: OpenSSLHashing()))
  }
}
