import Crypto
import Standards

/// The reader of PEM, libcrypto's readers of what it holds, and the writers.
func examine(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  for text in [text, PEM.unescaped(text)] {
    if let block = try? PEM(text) {
      guard let again = try? PEM(block.text) else { impossible("what was written is read") }
      expect(again.label == block.label, "the label survives being written")
      expect(again.content.bytes == block.content.bytes, "the content survives being written")
      expect(again.text == block.text, "the written text is stable")
    }
    if let key = try? KeyPEM.read(text) { examine(key) }
  }
  // Most changes to a text break its base64; this way the search reaches the DER inside.
  guard let first = input.first else { return }
  let labels = [
    "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY", "RSA PUBLIC KEY",
    "CERTIFICATE",
  ]
  let label = labels[Int(first) % labels.count]
  let block = PEM(label: label, content: Secret(Array(input.dropFirst())))
  if let key = try? KeyPEM.read(block.text) { examine(key) }
}

private func examine(_ key: JWK) {
  let members = key.members(includingPrivate: true)
  let forms: [KeyPEM.Form] =
    key.isPrivate
    ? [.pkcs8, .pkcs1, .sec1, .subjectPublicKeyInfo] : [.pkcs1, .subjectPublicKeyInfo]
  for form in forms {
    guard let text = try? KeyPEM.write(key, as: form) else { continue }
    guard let again = try? KeyPEM.read(text) else { impossible("what was written is read") }
    let isPublic = form == .subjectPublicKeyInfo || !key.isPrivate
    let expected = isPublic ? key.publicKey?.members(includingPrivate: true) : members
    expect(again.members(includingPrivate: true) == expected, "a key survives being written")
    expect((try? KeyPEM.write(again, as: form)) == text, "the written text is stable")
  }
  guard let read = try? JWK.read(members.serializedBytes) else {
    impossible("a key from PEM is a key as JWK")
  }
  expect(read.members(includingPrivate: true) == members, "a key survives being written as JWK")
}
