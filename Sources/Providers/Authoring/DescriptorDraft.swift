/// The first version of a descriptor, from what its author knows already.
package struct DescriptorDraft: Sendable {
  /// Something that a kind of descriptor has to know, and what stands in where the author does not say.
  package struct Question: Hashable, Sendable {
    /// The option of `authrun new` that answers it.
    package let option: String
    package let text: String
    package let standard: String
  }

  package let id: String
  package let kind: String
  package var name: String
  package var docs: String?
  package var scopes: [String] = []
  package var clientAuth: String?
  /// Answers by the option's name.
  package var answers: [String: String] = [:]

  package init(id: String, kind: String) {
    self.id = id
    self.kind = kind
    name = id
  }

  /// The kinds that this version knows, the most usual one first.
  package static let kinds: [String] = {
    guard case .choice(let known, _)? = DescriptorSchema.root.field("kind")?.type else { return [] }
    return writable.filter(known.contains)
  }()

  private static let writable = [
    "oauth2", "oidc", "oauth1", "client_credentials", "jwt", "api_key", "basic", "custom",
  ]

  /// A host of the service's name that is nobody's (RFC 2606 §2).
  private var host: String { "\(id.replacing("_", with: "-")).example" }

  /// What the kind has to know.
  package var questions: [Question] {
    func ask(_ option: String, _ text: String, _ path: String) -> Question {
      Question(option: option, text: text, standard: "https://\(path)")
    }
    let page = ask("authorize", "the page where the user agrees", "\(host)/oauth/authorize")
    let token = ask("token", "where a code or a key becomes a token", "api.\(host)/oauth/token")
    let base = ask("base", "where the API's paths start", "api.\(host)/v1")
    switch kind {
    case "oauth2": return [page, token, base]
    case "oidc":
      return [
        ask("issuer", "the issuer of the ID tokens, byte for byte", host), page, token,
        ask("jwks", "the keys of the ID tokens", "\(host)/jwks.json"), base,
      ]
    case "oauth1":
      return [
        ask("request-token", "where the temporary token comes from", "\(host)/oauth/request_token"),
        ask("authorize", "the page where the user agrees", "\(host)/oauth/authorize"),
        ask("token", "where it becomes the lasting one", "\(host)/oauth/access_token"), base,
      ]
    case "client_credentials", "jwt": return [token, base]
    default: return [base]
    }
  }

  /// The questions that nobody has answered.
  package var open: [Question] { questions.filter { answers[$0.option] == nil } }

  /// The text of the file.
  package var lua: String {
    [heading, opening, body, "}", ""].joined(separator: "\n")
  }

  private var heading: String {
    let place = docs.map { ", see \($0)" } ?? ""
    return """
      -- \(name)\(place).
      --
      --   authrun \(id)\(usage)
      --
      -- After each change: authrun check, authrun test and authrun rehearse say whether it still holds.

      """
  }

  private var usage: String {
    switch kind {
    case "oauth1": " --option consumer_key=KEY --option consumer_secret=file:secret.txt"
    case "api_key": " --option api_key=file:key.txt"
    case "basic": " --option username=NAME --option password=file:password.txt"
    case "jwt": " --option private_key=file:key.pem --option issuer=ID"
    case "custom": " --option app_key=file:key.txt"
    default: " --option client_id=ID --option client_secret=file:secret.txt"
    }
  }

  private var opening: String {
    let docs =
      self.docs.map { "docs = \(Self.literal($0))," }
      ?? "-- docs = \"https://…\", -- the service's own page, where users find how to register an app"
    return """
      return provider {
        api = 1, -- the version of this interface
        id = \(Self.literal(id)), -- the same as this file's name
        name = \(Self.literal(name)),
        kind = \(Self.literal(kind)),
        \(docs)

      """
  }

  private var body: String {
    switch kind {
    case "oauth1": oauth1
    case "client_credentials": clientCredentials
    case "jwt": jwt
    case "api_key": apiKey
    case "basic": basic
    case "custom": custom
    case "oidc": oidc
    default: oauth2
    }
  }
}
