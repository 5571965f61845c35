import Foundation
import TestSupport
import Testing

/// The real tools ask authrun for their credentials, each in its own protocol.
@Suite(.endToEnd)
struct HelperTests {
  /// A rig with servers for the tools, an account that they take, and links by which they find authrun.
  private struct Bench {
    let rig: Rig
    let servers: ToolServers

    init(_ settings: RigSettings = RigSettings()) async throws {
      rig = try await Rig(settings)
      servers = try await ToolServers(rig.home)
      try rig.home.makeDirectory("bin")
      for name in ["authrun", "docker-credential-authrun", "git-credential-authrun"] {
        try FileManager.default.createSymbolicLink(
          atPath: rig.home.file("bin/\(name)"),
          withDestinationPath: PackageLayout.product("authrun")
        )
      }
      try rig.home.write("http://127.0.0.1:\(servers.web) spotify\n", to: "config/authrun/hosts")
    }

    /// Logs in and has the servers take the token.
    func logIn() async throws -> String {
      try await rig.logIn("spotify")
      let token = try await rig.token("spotify")
      try servers.accept(token)
      return token
    }

    /// Runs a tool with authrun on its path.
    func run(
      _ program: String,
      _ arguments: [String],
      input: String? = nil,
      _ variables: [String: String] = [:]
    ) async throws -> CommandResult {
      var command = try rig.command([])
      command.executable = program
      command.arguments = arguments
      command.environment["PATH"] = rig.home.file("bin") + ":/usr/bin:/bin"
      command.environment.merge(variables) { $1 }
      command.directory = rig.home.path
      if let input { command.input = .text(input) }
      return try await command.run()
    }

    func shell(_ script: String) async throws -> CommandResult {
      try await run("/bin/bash", ["-c", script])
    }

    var origin: String { "http://127.0.0.1:\(servers.web)" }

    /// A repository to clone.
    func repository() async throws -> String {
      let made = try await shell(
        """
        set -e; export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
        mkdir -p tools/repositories; git init -q work; git -C work commit -q --allow-empty -m one
        git clone -q --bare work tools/repositories/thing.git
        git -C tools/repositories/thing.git config http.receivepack true
        """
      )
      try #require(made.status == 0, "\(made)")
      return "\(origin)/git/thing.git"
    }
  }

  private static let quiet = [
    "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1", "GIT_ASKPASS": "",
  ]

  @Test(arguments: ["!authrun helper git spotify", "authrun", "!authrun helper git --user me"])
  func `git clones and pushes with the account's token`(helper: String) async throws {
    let bench = try await Bench()
    let token = try await bench.logIn()
    let url = try await bench.repository()
    let set = try await bench.run(
      "/usr/bin/git",
      ["config", "--global", "credential.\(bench.origin).helper", helper]
    )
    try #require(set.status == 0, "\(set)")
    let clone = try await bench.run("/usr/bin/git", ["clone", "-q", url, "copy"], Self.quiet)
    #expect(clone.status == 0, "\(clone)")
    let push = try await bench.run(
      "/usr/bin/git",
      ["-C", "copy", "push", "-q", "origin", "HEAD:refs/heads/new"],
      Self.quiet
    )
    #expect(push.status == 0, "\(push)")
    let used = try bench.servers.attempts("/git").filter { !$0.token.isEmpty }
    #expect(!used.isEmpty && used.allSatisfy { $0.token == token })
    #expect(used.allSatisfy { $0.user == (helper.contains("--user") ? "me" : "oauth2") })
  }

  @Test
  func `a token that git's server refuses is renewed at the next call, and nothing is lost`()
    async throws
  {
    let bench = try await Bench()
    let old = try await bench.logIn()
    try bench.servers.accept("another")
    let url = try await bench.repository()
    let helper = ["-c", "credential.helper=!authrun helper git spotify"]
    let refused = try await bench.run("/usr/bin/git", helper + ["ls-remote", url], Self.quiet)
    #expect(refused.status == 128, "\(refused)")
    #expect(try await bench.rig.authrun("accounts").output.contains("spotify"))
    let fresh = try await bench.rig.token("spotify")
    #expect(fresh != old)
    try bench.servers.accept(fresh)
    let taken = try await bench.run("/usr/bin/git", helper + ["ls-remote", url], Self.quiet)
    #expect(taken.status == 0, "\(taken)")
    #expect(try await bench.rig.token("spotify") == fresh, "a token that worked stays")
  }

  @Test
  func `git hears nothing about other hosts, and a refused input is said`() async throws {
    let bench = try await Bench()
    _ = try await bench.logIn()
    for host in [
      "github.com", "127.0.0.1", "127.0.0.1:\(bench.servers.web).evil.example", "api.spotify.com.",
      "a%0ab",
    ] {
      let asked = try await bench.run(
        bench.rig.home.file("bin/authrun"),
        ["helper", "git", "spotify", "get"],
        input: "protocol=https\nhost=\(host)\n\n"
      )
      #expect(asked.output == "" && asked.errors == "" && asked.status == 0, "\(host): \(asked)")
    }
    let declared = try await bench.run(
      bench.rig.home.file("bin/git-credential-authrun"),
      ["get"],
      input: "protocol=https\nhost=api.spotify.com\n\n"
    )
    #expect(
      declared.output.contains("password="),
      "a host of the descriptor needs no list: \(declared)"
    )
    let forged = try await bench.run(
      bench.rig.home.file("bin/authrun"),
      ["helper", "git", "spotify", "get"],
      input: "protocol=https\nhost=api.spotify.com\r\nhost=evil.example\n\n"
    )
    #expect(forged.output == "" && forged.status == 65, "\(forged)")
    let newer = try await bench.run(
      bench.rig.home.file("bin/authrun"),
      ["helper", "git", "spotify", "frobnicate"],
      input: "\n"
    )
    #expect(newer.status == 0 && newer.output == "", "\(newer)")
  }

  @Test
  func `skopeo reads a registry with the account's token, and gets a quick no about others`()
    async throws
  {
    let skopeo = try tool("skopeo", "skopeo")
    let bench = try await Bench()
    let token = try await bench.logIn()
    let registry = "127.0.0.1:\(bench.servers.web)"
    try bench.rig.home.write(
      "\(bench.origin) spotify robot\nghcr.io spotify\n",
      to: "config/authrun/hosts"
    )
    try bench.rig.home.write(#"{"credHelpers":{"\#(registry)":"authrun"}}"#, to: "docker.json")
    let tags = try await bench.run(
      skopeo,
      [
        "--policy", "/dev/null", "list-tags", "--authfile", bench.rig.home.file("docker.json"),
        "--tls-verify=false", "docker://\(registry)/thing",
      ]
    )
    // docker's helpers know a server by its bare name, and a bare name means https: so nothing is given.
    #expect(tags.status != 0)
    #expect(try bench.servers.attempts("/v2").allSatisfy { $0.token.isEmpty })
    try bench.rig.home.write(
      "\(registry) spotify robot\nghcr.io spotify\n",
      to: "config/authrun/hosts"
    )
    let listed = try await bench.run(
      skopeo,
      [
        "list-tags", "--authfile", bench.rig.home.file("docker.json"), "--tls-verify=false",
        "docker://\(registry)/thing",
      ]
    )
    #expect(listed.status == 0 && listed.output.contains("\"two\""), "\(listed)")
    let used = try bench.servers.attempts("/v2").filter { !$0.token.isEmpty }
    #expect(!used.isEmpty && used.allSatisfy { $0.token == token && $0.user == "robot" })
    let helper = bench.rig.home.file("bin/docker-credential-authrun")
    let other = try await bench.run(helper, ["get"], input: "https://index.docker.io/v1/\n")
    #expect(
      other.output == "credentials not found in native keychain\n" && other.status == 1,
      "\(other)"
    )
    let list = try Printed(try await bench.run(helper, ["list"]))
    #expect(list.text("ghcr.io") == "oauth2")
    let kept = try await bench.run(
      helper,
      ["store"],
      input: #"{"ServerURL":"other.example","Username":"u","Secret":"s"}"#
    )
    #expect(kept.status == 1 && kept.output.contains("keeps no passwords"), "\(kept)")
    #expect(
      try await bench.run(
        helper,
        ["store"],
        input: #"{"ServerURL":"ghcr.io","Username":"u","Secret":"s"}"#
      ).status == 0
    )
    #expect(try await bench.run(helper, ["erase"], input: "ghcr.io").status == 0)
    #expect(try await bench.rig.token("spotify") == token)
  }

  @Test
  func `kubectl asks for a token and uses it`() async throws {
    let kubectl = try tool("kubectl", "kubernetes-client")
    let bench = try await Bench()
    let token = try await bench.logIn()
    try bench.rig.home.write(
      """
      apiVersion: v1
      kind: Config
      current-context: it
      contexts: [{name: it, context: {cluster: it, user: it}}]
      clusters:
      - name: it
        cluster: {server: "https://127.0.0.1:\(bench.servers.encrypted)", insecure-skip-tls-verify: true}
      users:
      - name: it
        user:
          exec:
            apiVersion: client.authentication.k8s.io/v1
            command: authrun
            args: [helper, kubectl, spotify]
            interactiveMode: Never
      """,
      to: "kubeconfig"
    )
    let arguments = ["--kubeconfig", "kubeconfig", "get", "--raw", "/version"]
    let taken = try await bench.run(kubectl, arguments)
    #expect(taken.status == 0 && taken.output.contains("/version"), "\(taken)")
    let used = try bench.servers.attempts("/version").map(\.token)
    #expect(!used.isEmpty && used.allSatisfy { $0 == token }, "\(used)")
  }

  @Test(arguments: ["v1", "v1beta1"])
  func `kubectl's own version of the protocol is answered`(version: String) async throws {
    let bench = try await Bench()
    let token = try await bench.logIn()
    let api = "client.authentication.k8s.io/\(version)"
    let info = #"{"apiVersion":"\#(api)","kind":"ExecCredential","spec":{"interactive":false}}"#
    let answer = try Printed(
      try await bench.run(
        bench.rig.home.file("bin/authrun"),
        ["helper", "kubectl", "spotify"],
        ["KUBERNETES_EXEC_INFO": info]
      )
    )
    #expect(answer.text("apiVersion") == api && answer.text("kind") == "ExecCredential")
    #expect(answer.object("status").text("token") == token)
    #expect(answer.object("status").text("expirationTimestamp")?.hasSuffix("Z") == true)
    let other = try await bench.run(
      bench.rig.home.file("bin/authrun"),
      ["helper", "kubectl", "spotify"],
      ["KUBERNETES_EXEC_INFO": info.replacing(version, with: "v9")]
    )
    #expect(other.status == 65 && other.errors.contains("v9"), "\(other)")
  }

  @Test
  func `the AWS tools get the keys that a descriptor keeps as secrets`() async throws {
    let aws = try tool("aws", "awscli")
    let bench = try await Bench()
    try bench.rig.home.write(
      """
      return provider {
        api = 1, id = "cloud", name = "Cloud keys", kind = "custom", hosts = { "api.acme.example" },
        options = { app_key = { type = "secret", required = true } },
        login = function(ctx)
          local r = ctx.http.post { url = "https://api.acme.example/client/auth/init",
            form = { appKey = ctx.opt.app_key, userId = "42" },
            take = { access = "/accessToken", refresh = "/refreshToken" } }
          return { access = r.taken.access, expires_in = 3600, secrets = {
            access_key_id = r.taken.refresh, secret_access_key = r.taken.refresh, session_token = r.taken.access } }
        end,
      }
      """,
      to: "config/authrun/providers/cloud.lua"
    )
    let login = try await bench.rig.command(
      ["login", "cloud", "--json"],
      variables: ["AUTHRUN_CLOUD_APP_KEY": Rig.appKey]
    ).run()
    try #require(login.status == 0, "\(login)")
    let token = try await bench.rig.token("cloud")
    try bench.servers.accept(token)
    try bench.rig.home.write(
      "[profile corp]\ncredential_process = authrun helper aws cloud\nregion = eu-west-1\n",
      to: "aws"
    )
    let variables = [
      "AWS_CONFIG_FILE": bench.rig.home.file("aws"), "AWS_EC2_METADATA_DISABLED": "true",
    ]
    let who = try await bench.run(
      aws,
      [
        "sts", "get-caller-identity", "--profile", "corp", "--endpoint-url", bench.origin + "/",
        "--output", "json",
      ],
      variables
    )
    #expect(who.status == 0 && who.output.contains("arn:aws:iam::42:user/test"), "\(who)")
    let attempt = try #require(try bench.servers.attempts("sts").first)
    #expect(attempt.token == token && attempt.key?.isEmpty == false)
    let printed = try Printed(try await bench.rig.authrun("helper", "aws", "cloud"))
    #expect(printed.text("AccessKeyId") == attempt.key && printed.text("SessionToken") == token)
    #expect(printed.text("Expiration")?.hasSuffix("Z") == true)
    let written = try await bench.rig.authrun(
      "helper",
      "aws",
      "cloud",
      "--web-identity-file",
      bench.rig.home.file("id.jwt")
    )
    #expect(written.status == 0 && written.output == "", "\(written)")
    #expect(try String(contentsOfFile: bench.rig.home.file("id.jwt"), encoding: .utf8) == token)
    let mode = try FileManager.default.attributesOfItem(atPath: bench.rig.home.file("id.jwt"))[
      .posixPermissions
    ]
    #expect(mode as? Int == 0o600)
    _ = try await bench.logIn()
    let none = try await bench.rig.authrun("helper", "aws", "spotify")
    #expect(none.status == 65 && none.errors.contains("no AWS keys"), "\(none)")
  }

  @Test(arguments: ["xoauth2", "oauthbearer"])
  func `msmtp and mutt send mail with the account's token`(mechanism: String) async throws {
    let msmtp = try tool("msmtp", "msmtp")
    let mutt = try tool("mutt", "mutt")
    let bench = try await Bench()
    let token = try await bench.logIn()
    try bench.rig.home.write(
      """
      account default
      host 127.0.0.1
      port \(bench.servers.mail)
      tls off
      auth \(mechanism)
      user me@example.com
      from me@example.com
      passwordeval "authrun token spotify"
      """,
      to: "msmtprc"
    )
    let sent = try await bench.run(
      msmtp,
      ["-C", "msmtprc", "you@example.com"],
      input: "Subject: hello\n\nHello.\n"
    )
    #expect(sent.status == 0, "\(sent)")
    try bench.rig.home.write(
      """
      set smtp_url = "smtp://me@example.com@127.0.0.1:\(bench.servers.mail)/"
      set smtp_authenticators = "\(mechanism)"
      set smtp_oauth_refresh_command = "authrun token spotify"
      set ssl_starttls = no
      set ssl_force_tls = no
      set from = me@example.com
      set copy = no
      """,
      to: "muttrc"
    )
    let mailed = try await bench.run(
      mutt,
      ["-n", "-F", "muttrc", "-s", "hello", "you@example.com"],
      input: "Hello.\n"
    )
    #expect(mailed.status == 0, "\(mailed)")
    let attempts = try bench.servers.attempts("smtp")
    #expect(attempts.count == 2)
    #expect(
      attempts.allSatisfy {
        $0.mechanism == mechanism.uppercased() && $0.token == token && $0.user == "me@example.com"
      }
    )
  }

  @Test(arguments: ["xoauth2", "oauthbearer"])
  func `the whole SASL message is what a mail server takes`(mechanism: String) async throws {
    let bench = try await Bench()
    let token = try await bench.logIn()
    let sent = try await bench.shell(
      """
      { printf 'EHLO me\\r\\nAUTH \(mechanism.uppercased()) %s\\r\\nQUIT\\r\\n' \
        "$(authrun helper \(mechanism) spotify --user me@example.com)"; sleep 0.1; } > /dev/tcp/127.0.0.1/\(bench.servers.mail)
      """
    )
    #expect(sent.status == 0, "\(sent)")
    let servers = bench.servers
    let attempt = try await Eventually.value { try servers.attempts("smtp").first }
    #expect(attempt.token == token && attempt.user == "me@example.com" && attempt.closed == true)
  }

  @Test
  func `curl sends what helper curl prints, a signature included`() async throws {
    let curl = try tool("curl", "curl")
    let bench = try await Bench()
    let token = try await bench.logIn()
    let got = try await bench.shell(
      "authrun helper curl spotify | \(curl) -sS --config - \(bench.origin)/me"
    )
    #expect(got.status == 0 && got.output.contains("\"path\": \"/me\""), "\(got)")
    #expect(try bench.servers.attempts("/me").map(\.token) == [token])
    try await bench.rig.logIn("twitter")
    let connect =
      "--cacert \(bench.rig.authority) --connect-to api.twitter.com:443:127.0.0.1:\(bench.rig.port)"
    let signed = try await bench.shell(
      """
      authrun helper curl twitter POST https://api.twitter.com/1.1/statuses/update.json \
        --form status='a "quoted" & + %20 text' | \(curl) -sS -w '%{http_code}' \(connect) --config -
      """
    )
    #expect(signed.output.hasSuffix("200"), "\(signed)")
    let bare = try await bench.rig.authrun("helper", "curl", "twitter")
    #expect(bare.status == 65, "\(bare)")
  }

  @Test
  func `curl reads what helper netrc prints`() async throws {
    let curl = try tool("curl", "curl")
    let bench = try await Bench()
    let token = try await bench.logIn()
    let got = try await bench.shell(
      "\(curl) -sS --netrc-file <(authrun helper netrc spotify --host \(bench.origin) --user me) \(bench.origin)/me"
    )
    #expect(got.output.contains("\"user\": \"me\""), "\(got)")
    #expect(try bench.servers.attempts("/me").map(\.token) == [token])
    let all = try await bench.rig.authrun("helper", "netrc", "spotify")
    #expect(
      all.output.contains("machine api.spotify.com login oauth2 password \(token)\n"),
      "\(all)"
    )
    let foreign = try await bench.rig.authrun("helper", "netrc", "spotify", "--host", "example.org")
    #expect(foreign.status == 77, "\(foreign)")
  }

  @Test
  func `without a login every helper says so with exit 78, and opens nothing`() async throws {
    let bench = try await Bench()
    let mark = bench.rig.home.file("opened")
    let browser = try bench.rig.browser("touch '\(mark)'")
    let server = "127.0.0.1:\(bench.servers.web)"
    try bench.rig.home.write("\(server) spotify\n", to: "config/authrun/hosts")
    for words in [
      ["git", "spotify", "get"], ["docker", "get"], ["kubectl", "spotify"], ["aws", "spotify"],
      ["xoauth2", "spotify"], ["oauthbearer", "spotify"], ["curl", "spotify"],
      ["netrc", "spotify"],
    ] {
      let input = words[0] == "git" ? "protocol=https\nhost=\(server)\n\n" : server
      let result = try await bench.run(
        bench.rig.home.file("bin/authrun"),
        ["helper"] + words,
        input: input,
        ["BROWSER": browser]
      )
      #expect(result.status == 78, "\(words): \(result)")
      #expect(result.said.contains("authrun login spotify"), "\(words): \(result)")
    }
    #expect(!FileManager.default.fileExists(atPath: mark))
  }
}
