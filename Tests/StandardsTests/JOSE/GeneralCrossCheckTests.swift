import Crypto
import Standards
import TestSupport
import Testing

/// Texts of several signers and for several readers, against joserfc in both directions.
@Suite(.enabled(if: PythonPeer.isAvailable, "needs the tests' Python: run ./scripts/test once"))
struct GeneralCrossCheckTests {
  private static let primitives = OpenSSLEncryption()
  private static let count = 300

  @Test
  func `what several signed holds, for all who know them and for each who knows one`()
    async throws
  {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: Self.count)
    let tokens: [JOSEPeer.General] = try await peer.ask("sign_general", batch)
    let keyring = JOSEKeyring()
    for (index, one) in tokens.enumerated() {
      let place: Comment = "seed \(batch.seed), \(index): \(one.token?.prefix(400) ?? "")"
      let text = try #require(one.token)
      var object = try #require(JSONReader.read(Array(text.utf8)).object)
      let all = JWSVerificationKeys(
        JWKSet(keys: try one.keys.map { try keyring.key($0) }),
        algorithms: SignatureAlgorithm.allCases,
        provider: OpenSSLSignatures()
      )
      let verified = try JWS.verify(json: object, keys: all)
      #expect(verified.count == one.keys.count, place)
      #expect(verified.allSatisfy { Hex.encode($0.payload) == one.content }, place)
      for (key, algorithm) in zip(one.keys, one.algorithms) {
        let alone = JWSVerificationKeys(
          JWKSet(keys: [try keyring.key(key)]),
          algorithms: [try #require(SignatureAlgorithm(rawValue: algorithm))],
          provider: OpenSSLSignatures()
        )
        let some = try JWS.verify(json: object, keys: alone, accepting: .anyOf)
        #expect(some.count == 1 && some[0].header.algorithm.rawValue == algorithm, place)
      }
      object["payload"] = .string(try #require(object["payload"]?.string) + "AAAA")
      for acceptance in [JWS.Acceptance.every, .anyOf] {
        #expect(throws: JWSError.badSignature, place) {
          try JWS.verify(json: object, keys: all, accepting: acceptance)
        }
      }
    }
    await peer.stop()
  }

  @Test
  func `joserfc takes what several signed here`() async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: Self.count)
    var asked: [JOSEPeer.General] = try await peer.ask("ask_general", batch)
    let keyring = JOSEKeyring()
    for index in asked.indices {
      let parts = try zip(asked[index].keys, asked[index].algorithms).enumerated().map {
        place,
        one in
        var part = JWS.Part(
          key: try JWSSigningKey(
            keyring.key(one.0),
            algorithm: #require(SignatureAlgorithm(rawValue: one.1)),
            provider: OpenSSLSignatures()
          )
        )
        part.protectsAlgorithm = (index + place) % 3 != 0
        part.protected["x"] = .integer(Int64(place))
        return part
      }
      let content = try Hex.decode(asked[index].content)
      asked[index].token = JSONValue.object(try JWS.signGeneral(content, parts: parts)).serialized
    }
    let verified: [JOSEPeer.Verified] = try await peer.ask(
      "verify_general",
      JOSEPeer.Generals(tokens: asked)
    )
    #expect(verified.count == Self.count)
    for (index, (ours, theirs)) in zip(asked, verified).enumerated() {
      let place: Comment = "seed \(batch.seed), \(index): \(ours.token?.prefix(400) ?? "")"
      #expect(theirs.joserfc == ours.content && theirs.refused, place)
    }
    await peer.stop()
  }

  @Test
  func `what is for several opens for each, by id or by trying`() async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: Self.count)
    let tokens: [JOSEPeer.General] = try await peer.ask("encrypt_general", batch)
    let keyring = JOSEKeyring()
    for (index, one) in tokens.enumerated() {
      let place: Comment = "seed \(batch.seed), \(index): \(one.token?.prefix(400) ?? "")"
      let token = try #require(one.token)
      let object = try #require(JSONReader.read(Array(token.utf8)).object)
      for (text, algorithm) in zip(one.keys, one.algorithms) {
        var key = try keyring.key(text)
        for keyID in [key.keyID, nil] {
          key.keyID = keyID
          // A key that has no id is still the only one, and one with an id is found by it, or without any.
          let keys = JWEDecryptionKeys(
            [key],
            algorithms: [try #require(KeyManagementAlgorithm(rawValue: algorithm))]
          )
          let isNamed = object["recipients"]?.array?.contains { recipient in
            let kid = recipient["header"]?["kid"]?.string
            return recipient["header"]?["alg"]?.string == algorithm && (kid == nil || kid == keyID)
          }
          guard keyID == nil || isNamed == true else { continue }
          let opened = try? JWE.decrypt(json: object, keys: keys, primitives: Self.primitives)
          #expect(opened.map { Hex.encode($0.plaintext) } == one.content, place)
        }
      }
    }
    await peer.stop()
  }

  @Test
  func `joserfc opens what is for several readers, as every one of them`() async throws {
    let peer = try await JOSEPeer.start()
    let batch = JOSEPeer.Batch(count: Self.count)
    var asked: [JOSEPeer.General] = try await peer.ask("ask_encryption_general", batch)
    let keyring = JOSEKeyring()
    for index in asked.indices {
      let recipients = try zip(asked[index].keys, asked[index].algorithms).map { text, algorithm in
        let key = try keyring.key(text)
        var recipient = JWERecipient(
          key: key.publicKey ?? key,
          algorithm: try #require(KeyManagementAlgorithm(rawValue: algorithm)),
          header: ["y": 1],
          iterations: 1000
        )
        if index % 2 == 0 {
          recipient.partyU = Array("Alice".utf8)
          recipient.partyV = Array("Bob".utf8)
        }
        return recipient
      }
      let encryption = try #require(asked[index].encryption.flatMap(ContentEncryption.init))
      let object = try JWE.encryptJSON(
        Hex.decode(asked[index].content),
        for: recipients,
        encryption: encryption,
        protected: ["p": "q"],
        unprotected: index % 3 == 0 ? ["u": "v"] : [:],
        additionalData: index % 5 == 0 ? [1, 2, 3] : nil,
        flattened: recipients.count == 1,
        primitives: Self.primitives
      )
      asked[index].token = JSONValue.object(object).serialized
    }
    let opened: [String] = try await peer.ask(
      "decrypt_general",
      JOSEPeer.Generals(tokens: asked)
    )
    #expect(opened.count == Self.count)
    for (index, (ours, theirs)) in zip(asked, opened).enumerated() {
      #expect(
        ours.content == theirs,
        "seed \(batch.seed), \(index): \(ours.token?.prefix(400) ?? "")"
      )
    }
    await peer.stop()
  }
}
