import Glibc
import Postgres
import Standards
import Storage

// A small program for tests: one vault operation in a process of its own, so that it can be killed,
// traced, and run many times at once.

func credential(_ token: String, life: Int64 = 3600) -> Credential {
  let now = WallClock().now()
  return Credential(
    kind: .oauth2,
    accessToken: Secret(token),
    refreshToken: Secret("refresh-" + token),
    tokenType: "Bearer",
    issuedAt: now,
    expiresAt: now.adding(life),
    grantedScopes: ["a", "b"]
  )
}

let keys = KeyAccess(
  variable: { name in getenv(name).map { String(cString: $0) } },
  keyring: nil,
  asker: nil
)

func say(_ line: String) {
  print(line)
  fflush(nil)
}

func lease(_ id: AccountID, _ vault: Vault) throws(VaultError) -> RefreshLease {
  while true {
    if let lease = try vault.attemptLease(id) { return lease }
    usleep(1000)
  }
}

/// Opens the vault that the environment names, wherever it lies.
func open(_ location: VaultLocation, create: Bool) throws(VaultError) -> Vault {
  try Vault.open(
    location,
    create: create,
    keys: keys,
    server: location.server == nil ? nil : PostgresServer(environment: [:])
  )
}

func passphrase() throws(VaultError) -> LockedBytes {
  let text = getenv("AUTHRUN_VAULT_PASSPHRASE").map { String(cString: $0) } ?? ""
  return try LockedBytes(copying: Array(text.utf8))
}

func run(_ words: [String]) throws(VaultError) {
  let location = try VaultLocation.current()
  let id = AccountID(provider: words.count > 1 ? words[1] : "")
  switch words[0] {
  case "put":
    // put PROVIDER TOKEN [LIFE]
    let life = words.count > 3 ? Int64(words[3]) ?? 3600 : 3600
    let vault = try open(location, create: true)
    say("\(try vault.write(id, credential(words[2], life: life), replacing: nil))")
  case "put-oauth1":
    var oauth1 = credential(words[2])
    oauth1 = Credential(
      kind: .oauth1,
      accessToken: oauth1.accessToken,
      tokenSecret: Secret(words[3]),
      tokenType: "OAuth",
      issuedAt: oauth1.issuedAt
    )
    try open(location, create: true).write(id, oauth1, replacing: nil)
  case "put-for-tools":
    // put-for-tools PROVIDER TOKEN: with all that a tool's helper may ask of a credential.
    var tools = credential(words[2])
    tools.hosts = ["api.example", "git.example:8443", "client_secret to other.example"]
    tools.identity = Identity(email: "me@example.com")
    tools.extras[Credential.secretPartsName] = [
      "access_key_id": "AKIA", "secret_access_key": "key", "session_token": .string(words[2]),
    ]
    try open(location, create: true).write(id, tools, replacing: nil)
  case "swap":
    let vault = try open(location, create: false)
    guard let stored = try vault.read(id) else { exit(4) }
    say("\(try vault.write(id, credential(words[2]), replacing: stored.version))")
  case "mark":
    let vault = try open(location, create: false)
    guard let stored = try vault.read(id) else { exit(4) }
    try vault.markLoginNeeded(id, reason: "revoked", replacing: stored.version)
  case "get":
    let vault =
      location.server == nil
      ? try Vault.openForReading(location, keys: keys) : try open(location, create: false)
    guard let vault, let stored = try vault.read(id) else {
      say("none")
      return
    }
    say("\(stored.credential.accessToken.text) \(stored.credential.refreshToken?.text ?? "-")")
  case "fill":
    // fill PROVIDER COUNT: as many accounts, of which one is `default`.
    let vault = try open(location, create: true)
    for number in 0..<(Int(words[2]) ?? 0) {
      let id = AccountID(provider: words[1], name: number == 0 ? "default" : "n\(number)")
      try vault.write(id, credential("token"), replacing: nil)
    }
  case "make":
    // make KEY: a new vault with its key from there.
    try Vault.create(location, key: KeyChoice(words[1]), keys: keys)
  case "rekey":
    // rekey KEY|- [TIMES]
    let vault = try open(location, create: false)
    for _ in 0..<(words.count > 2 ? Int(words[2]) ?? 1 : 1) {
      try vault.rekey(KeyChoice(words[1]))
    }
  case "remember":
    // remember SECONDS: as vault unlock does.
    try open(location, create: false).rememberKey(seconds: Int(words[1]) ?? 60)
  case "forget":
    say("\(try Vault.forgetKey(location))")
  case "export":
    // export FILE: the passphrase comes from the environment.
    _ = try open(location, create: false).export(to: words[1], overwrite: false) {
      () throws(VaultError) in
      try passphrase()
    }
  case "import":
    _ = try open(location, create: false).import(from: words[1], replace: false) {
      (_) throws(VaultError) in
      try passphrase()
    }
  case "reread":
    // reread PROVIDER TIMES: reads and opens anew, as often; the record must always be there.
    for _ in 0..<(Int(words[2]) ?? 0) {
      guard let vault = try Vault.openForReading(location, keys: keys), try vault.read(id) != nil
      else { exit(5) }
    }
  case "hold":
    let lease = try lease(id, open(location, create: true))
    say("held")
    while readLine() != nil {}
    lease.release()
  case "count":
    // count PROVIDER TIMES: adds 1 to a number in the vault that often, under the lease.
    let vault = try open(location, create: true)
    for _ in 0..<(Int(words[2]) ?? 0) {
      let lease = try lease(id, vault)
      let stored = try vault.read(id)
      let number = stored.flatMap { Int($0.credential.accessToken.text) } ?? 0
      try vault.write(id, credential("\(number + 1)"), replacing: stored?.version)
      lease.release()
    }
  default:
    exit(64)
  }
}

do throws(VaultError) {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  print("\(error.kind): \(error.message)")
  exit(error.kind == .conflict ? 3 : 1)
}
