import Crypto
import Standards

/// The readers of keys and of sets of keys, and what libcrypto makes of them.
func examine(_ input: [UInt8]) {
  if let key = try? JWK.read(input) { examine(key) }
  guard let set = try? JWKSet.read(input) else { return }
  expect(set.keys.count + set.notes.count <= 1000, "a set is bounded")
  for key in set.keys { examine(key) }
  // A secret beside public keys stays in the set, and no signature is trusted for it.
  guard set.keys.contains(where: { !$0.isSymmetric }),
    let secret = set.keys.first(where: { $0.isSymmetric })
  else { return }
  let provider = OpenSSLSignatures()
  guard
    let signing = try? JWSSigningKey(secret, algorithm: .hs256, provider: provider),
    let token = try? JWS.sign([1], with: signing)
  else { return }
  let keys = JWSVerificationKeys(set, algorithms: [.hs256], provider: provider)
  expect((try? JWS.verify(token, keys: keys)) == nil, "no secret is trusted beside public keys")
}

private func examine(_ key: JWK) {
  let members = key.members(includingPrivate: true)
  guard let again = try? JWK.read(members.serializedBytes) else {
    impossible("what was written is read")
  }
  expect(again.members(includingPrivate: true) == members, "a key survives being written")
  let hashing = OpenSSLHashing()
  let thumbprint = key.thumbprint(hashing: hashing)
  expect(again.thumbprint(hashing: hashing) == thumbprint, "the thumbprint is stable")
  if let publicKey = key.publicKey {
    expect(!publicKey.isPrivate, "the public half holds nothing private")
    expect(publicKey.thumbprint(hashing: hashing) == thumbprint, "both halves have one thumbprint")
    let published = publicKey.members(includingPrivate: true)
    for name in ["d", "p", "q", "dp", "dq", "qi", "k"] {
      expect(published[name] == nil, "no private member is published")
    }
  }
  use(key)
}

/// Sets the key up with libcrypto for each algorithm that admits it; a key that libcrypto takes signs well.
private func use(_ key: JWK) {
  let provider = OpenSSLSignatures()
  for algorithm in SignatureAlgorithm.allCases {
    guard
      let keys = try? JWSVerificationKeys(key, algorithms: [algorithm], provider: provider),
      let signing = try? JWSSigningKey(key, algorithm: algorithm, provider: provider)
    else { continue }
    guard let token = try? JWS.sign([1, 2, 3], with: signing) else { continue }
    expect(
      (try? JWS.verify(token, keys: keys))?.payload == [1, 2, 3],
      "a key verifies what it signed"
    )
    // One of each family is enough for an input.
    break
  }
}
