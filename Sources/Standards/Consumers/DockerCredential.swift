/// The protocol of `docker-credential-…` programs, which docker, podman and skopeo speak.
package enum DockerCredential {
  /// What docker wants done.
  package enum Operation: String, Sendable {
    case get
    case store
    case erase
    case list
  }

  /// The most that is read, in bytes.
  package static let limit = 65_000

  /// The user name for a token where nobody named another.
  private static let usualUser = "oauth2"

  /// The answer that makes docker go on without a credential; it compares the text.
  package static let notFound = ConsumerAnswer(
    output: "credentials not found in native keychain\n",
    status: 1
  )

  /// The server that docker asks about, from the input of `get` and `erase`: its URL or name alone.
  package static func server(_ input: [UInt8]) -> String? {
    var rest = input[...]
    while let last = rest.last, last == 0x0A || last == 0x0D || last == 0x20 { rest.removeLast() }
    guard !rest.isEmpty, rest.count <= 2048, rest.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return nil
    }
    return String(validating: rest, as: UTF8.self)
  }

  /// The answer to input that names no server, in the words of other helpers.
  package static let noServer = ConsumerAnswer(output: "no credentials server URL\n", status: 1)

  /// The server in the input of `store`.
  package static func storedServer(_ input: [UInt8]) -> String? {
    guard let object = try? JSONReader.read(input).object else { return nil }
    return object["ServerURL"]?.string
  }

  /// `{"ServerURL","Username","Secret"}`.
  package static func answer(
    _ stored: Credential,
    server: String,
    user: String?
  ) throws(ConsumerFault) -> ConsumerAnswer {
    let object = JSONObject([
      ("ServerURL", .string(server)),
      ("Username", .string(user ?? usualUser)),
      ("Secret", .string(try stored.bearer(for: "docker"))),
    ])
    return ConsumerAnswer(output: JSONValue.object(object).serialized + "\n")
  }

  /// The servers of the user's list with their user names.
  package static func list(_ hosts: HostAccounts) -> ConsumerAnswer {
    var object = JSONObject()
    for entry in hosts.entries where object[entry.host] == nil {
      object[entry.host] = .string(entry.user ?? usualUser)
    }
    return ConsumerAnswer(output: JSONValue.object(object).serialized + "\n")
  }
}
