internal import Standards

/// Turns a table that follows the schema into a descriptor and reports what fields say against each other.
///
/// Reading goes on after a problem, so that an author sees all of them at once.
struct DescriptorReader {
  let root: TableReader
  /// The id that the file's name demands.
  let expectedID: String
  /// Fields that stand under a mistyped key, so that they are not missing.
  let presumed: Set<FieldPath>
  private(set) var problems = ProblemList()
  var loosened: [Loosening] = []
  /// The options that templates may name.
  var options: [String: OptionSpec] = [:]
  var kind = Descriptor.Kind.custom

  init(_ table: ScriptTable, expectedID: String, presumed: Set<FieldPath> = []) {
    root = TableReader(table, DescriptorSchema.root)
    self.expectedID = expectedID
    self.presumed = presumed
  }

  /// The descriptor; only of use when no problem was found.
  mutating func read(_ source: DescriptorSource) -> Descriptor {
    let id = readID()
    kind = readKind()
    readOptions()
    let oauth1 = root.table("oauth1").flatMap { readOAuth1($0) }
    var oauth2 = readOAuth2Tables()
    let jwt = root.table("jwt").flatMap { readJWT($0) }
    let hosts = readHosts(root, "hosts")
    var request = root.table("request").map { readRequest($0) } ?? .standard
    keepBase(of: &request, in: &oauth2)
    let fixed = readFixedCredential(request)
    let lookups = readLookups(request)
    let identity = root.table("identity").flatMap { readIdentity($0, request, oauth2) }
    let hooks = readHooks(oauth2)
    let capture = readCapture(oauth2, source)
    let rehearsal = root.table("rehearsal").map { readRehearsal($0) }
    let privateHosts = root.boolean("private_hosts")
    if privateHosts {
      loosen(
        root.path("private_hosts"),
        "its hosts may have addresses of a private network or of this machine"
      )
    }
    var descriptor = Descriptor(
      id: id,
      name: root.text("name") ?? id,
      version: root.text("version"),
      docs: readDocs(),
      kind: kind,
      options: options.values.sorted { $0.name < $1.name },
      hosts: hosts,
      oauth1: oauth1,
      oauth2: oauth2,
      jwt: jwt,
      fixed: fixed,
      lookups: lookups,
      capture: capture,
      request: request,
      identity: identity,
      hooks: hooks,
      rehearsal: rehearsal,
      source: source,
      loosened: loosened
    )
    descriptor.privateHosts = privateHosts
    return descriptor
  }

  mutating func report(_ path: FieldPath, _ message: String, suggestion: String? = nil) {
    problems.append(DescriptorProblem(path: path, message: message, suggestion: suggestion))
  }

  mutating func reportMissing(_ key: String, in reader: TableReader) {
    if presumed.contains(reader.path(key)) { return }
    report(reader.path, "\"\(key)\" is missing in \(reader.path)")
  }

  mutating func loosen(_ field: FieldPath, _ consequence: String) {
    loosened.append(Loosening(field.description, consequence))
  }

  private mutating func readID() -> String {
    let id = root.text("id") ?? expectedID
    if id != expectedID {
      report(root.path("id"), "id is \"\(id)\", but the file is called \(expectedID).lua")
    }
    return id
  }

  private mutating func readDocs() -> String? {
    guard let docs = root.text("docs") else { return nil }
    guard docs.hasPrefix("https://") || docs.hasPrefix("http://"), (try? URI(docs)) != nil else {
      report(root.path("docs"), "docs is no web address")
      return nil
    }
    return docs
  }

  /// The declared kind, or the one that the tables speak for.
  private mutating func readKind() -> Descriptor.Kind {
    let tables = Descriptor.Kind.allTables.filter { root.has($0) }
    if let text = root.text("kind"), let kind = Descriptor.Kind(rawValue: text) {
      if let needed = kind.requiredTable, !kind.tables.contains(where: root.has),
        !kind.tables.contains(where: { presumed.contains(root.path($0)) })
      {
        report(root.path("kind"), "kind \"\(text)\" needs \"\(needed)\"")
      }
      for table in tables where !kind.tables.contains(table) {
        report(root.path(table), "\"\(table)\" has no place in kind \"\(text)\"")
      }
      return kind
    }
    if root.has("kind") { return .custom }
    let spoken = Descriptor.Kind.allCases.filter { kind in
      !tables.isEmpty && kind != .clientCredentials && tables.contains(kind.ownTable)
        && tables.allSatisfy(kind.tables.contains)
    }
    if let kind = spoken.first { return kind }
    if tables.isEmpty {
      let isMistyped = presumed.contains { Descriptor.Kind.allTables.contains($0.description) }
      if !isMistyped {
        let list = Descriptor.Kind.allTables.map { "\"\($0)\"" }.joined(separator: ", ")
        report(.root, "one of \(list) is needed")
      }
    } else {
      let list = tables.map { "\"\($0)\"" }.joined(separator: " and ")
      report(root.path(tables[1]), "\(list) in one descriptor; name the kind and keep one of them")
    }
    return .custom
  }

  private mutating func readHooks(_ oauth2: OAuth2Spec?) -> Set<Hook> {
    var hooks: Set<Hook> = []
    for hook in Hook.allCases where root.isFunction(hook.rawValue) {
      hooks.insert(hook)
      let fits =
        switch hook {
        case .login, .refresh: kind == .custom
        case .identity, .health: true
        case .revoke: kind != .oauth1 && oauth2?.revoke == nil
        case .sign: kind != .oauth1
        case .onAuthorize, .onCallback: oauth2?.authorize != nil
        case .onTokenRequest, .onTokenResponse: oauth2 != nil
        }
      // The other kinds refuse `login` by its name already.
      if !fits, hook != .login {
        report(
          root.path(hook.rawValue),
          "\"\(hook.rawValue)\" is never called for kind \"\(kind.rawValue)\""
            + (hook == .revoke && oauth2 != nil ? " with oauth2.revoke" : "")
        )
      }
    }
    return hooks
  }
}

extension Descriptor.Kind {
  /// The fields that say a kind, `login` among them.
  fileprivate static let allTables = [
    "oauth1", "oauth2", "oidc", "jwt", "api_key", "basic", "login",
  ]

  /// The field that speaks for the kind where none is named.
  fileprivate var ownTable: String {
    switch self {
    case .oauth1, .oauth2, .oidc, .jwt, .apiKey, .basic: rawValue
    case .clientCredentials: "oauth2"
    case .custom: "login"
    }
  }

  /// The fields that may stand in a descriptor of the kind.
  fileprivate var tables: [String] {
    self == .oidc ? ["oidc", "oauth2"] : [ownTable]
  }

  /// A field without which the kind is nothing; keys and passwords need none.
  fileprivate var requiredTable: String? {
    switch self {
    case .apiKey, .basic: nil
    default: ownTable
    }
  }
}
