import Crypto
import Glibc
import Login
import Standards

/// A file that holds keys: a JWK, a JWK Set, or one key in PEM.
struct KeyFile: Sendable {
  /// What was found in it.
  enum Content: Sendable {
    /// One key, which the caller chose by naming the file.
    case key(JWK)
    /// Several, among which the `kid` of a token chooses.
    case set(JWKSet)
  }

  /// How messages call it.
  let name: String
  let content: Content
  /// Whether others on this machine may read or change it.
  private(set) var isLoose = false

  /// More than any set of keys that is published.
  static let largest = 1 << 20

  /// Reads a file, or standard input for `-`.
  static func read(_ path: String) async throws(AuthRunError) -> KeyFile {
    if path == "-" {
      guard let bytes = await LineInput.standard.all(limit: largest) else {
        throw AuthRunError(.inputInvalid, "standard input cannot be read", step: "key")
      }
      return try KeyFile(name: "standard input", text: bytes)
    }
    let bytes: [UInt8]
    do throws(FileProblem) {
      bytes = try FileDescriptorIO.contents(ofFile: path, limit: largest)
    } catch {
      throw AuthRunError(.inputInvalid, error.message, step: "key")
    }
    var file = try KeyFile(name: path, text: bytes)
    file.isLoose = isOpenToOthers(path)
    return file
  }

  /// Understands the text of a file; only what is in it says which of the forms it has.
  init(name: String, text bytes: [UInt8]) throws(AuthRunError) {
    self.name = name
    do throws(JWKError) {
      content = try Self.content(bytes)
    } catch {
      throw Self.fault(name, error)
    }
  }

  /// Understands a JWK Set that a service publishes; nothing else is taken from there.
  init(name: String, keySet bytes: [UInt8]) throws(AuthRunError) {
    self.name = name
    do throws(JWKError) {
      content = .set(try JWKSet.read(bytes))
    } catch {
      throw AuthRunError(.protocol, "\(name) has no JWK Set there: \(error.reason)", step: "jwks")
    }
  }

  private static func content(_ bytes: [UInt8]) throws(JWKError) -> Content {
    let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard start == UInt8(ascii: "{") else {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .badPEM }
      return .key(try KeyPEM.read(text))
    }
    var limits = JSONLimits.signed
    limits.maximumBytes = largest
    guard let object = (try? JSONReader.read(bytes, limits: limits))?.object else {
      throw .badJSON
    }
    if object["keys"] != nil { return .set(try JWKSet(object)) }
    return .key(try JWK(object))
  }

  var keys: [JWK] {
    switch content {
    case .key(let key): [key]
    case .set(let set): set.keys
    }
  }

  /// What is wrong with a key of this file.
  func fault(_ error: JWKError) -> AuthRunError {
    Self.fault(name, error)
  }

  private static func fault(_ name: String, _ error: JWKError) -> AuthRunError {
    AuthRunError(
      .inputInvalid,
      "\(VisibleText.line(name)): \(error.reason)",
      step: "key",
      hint: error == .encryptedPEM ? "decrypt it first: openssl pkey -in FILE" : nil
    )
  }

  /// Says what somebody who relies on the file should know: who else can read it, what was left out.
  func warn(on terminal: Terminal) {
    let name = VisibleText.line(name)
    if isLoose, keys.contains(where: \.isPrivate) {
      terminal.note("Warning: others can read the private key in \(name); chmod 600 closes it.")
    }
    if case .set(let set) = content { warn(set.notes, on: terminal) }
  }

  /// Names the keys of a set that take no part.
  func warn(_ notes: [JWKSet.Note], on terminal: Terminal) {
    for note in notes {
      terminal.note(
        "Left out key \(note.index + 1) of \(VisibleText.line(name)): \(note.reason.reason)."
      )
    }
  }

  /// Throws unless the numbers of every key make a key: a point on its curve, halves that belong together.
  func requireSoundKeys() throws(AuthRunError) {
    for key in keys where !key.isSymmetric {
      do throws(JWKError) {
        _ = try KeyPEM.write(key, as: .subjectPublicKeyInfo)
      } catch {
        throw fault(error)
      }
    }
  }

  private static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return status.st_mode & 0o077 != 0
  }
}
