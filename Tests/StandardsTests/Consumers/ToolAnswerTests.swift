import Standards
import Testing

@Suite
struct ToolAnswerTests {
  private let stored = GitCredentialTests.stored

  @Test
  func `docker gets the server as it named it`() throws {
    #expect(
      try DockerCredential.answer(stored, server: "https://ghcr.io/v2/", user: nil).output
        == #"{"ServerURL":"https://ghcr.io/v2/","Username":"oauth2","Secret":"tok"}"# + "\n"
    )
    #expect(DockerCredential.server(Array("ghcr.io\r\n".utf8)) == "ghcr.io")
    for input in ["", "\n", "a b", "a\nb\n", "a\u{0}"] {
      #expect(DockerCredential.server(Array(input.utf8)) == nil)
    }
    #expect(DockerCredential.notFound.output == "credentials not found in native keychain\n")
    #expect(DockerCredential.notFound.status == 1)
  }

  @Test
  func `a Kubernetes client is answered in its version, v1 without one`() throws {
    let answer = try KubernetesExecCredential(info: nil).answer(
      token: "t",
      expiresAt: Timestamp(seconds: 0)
    )
    #expect(
      answer.output
        == #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":"#
        + #"{"expirationTimestamp":"1970-01-01T00:00:00Z","token":"t"}}"# + "\n"
    )
    for info in ["{}", "x", #"{"kind":"ExecCredential","apiVersion":"v1"}"#] {
      #expect(throws: ConsumerFault.self) { try KubernetesExecCredential(info: info) }
    }
  }

  @Test
  func `AWS keys come from the secret parts, then from what the descriptor keeps`() throws {
    var stored = stored
    #expect(throws: ConsumerFault.self) { try AWSProcessCredentials.answer(stored) }
    stored.extras = ["access_key_id": "AKIA", "secret_access_key": "plain"]
    stored.extras[Credential.secretPartsName] = [
      "secret_access_key": "hidden", "session_token": "s",
    ]
    #expect(
      try AWSProcessCredentials.answer(stored).output
        == #"{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"hidden","SessionToken":"s","#
        + #""Expiration":"2030-03-17T17:46:40Z"}"# + "\n"
    )
    #expect(stored.part(Credential.secretPartsName) == nil)
  }

  @Test
  func `mail servers get the message of each mechanism`() throws {
    #expect(
      try SASLBearer.xoauth2.line(stored, user: "me@example.com")
        == Base64.encode(Array("user=me@example.com\u{1}auth=Bearer tok\u{1}\u{1}".utf8))
    )
    #expect(
      try SASLBearer.oauthbearer.line(stored, user: "a,b=c", host: "h", port: "143")
        == Base64.encode(
          Array("n,a=a=2Cb=3Dc,\u{1}host=h\u{1}port=143\u{1}auth=Bearer tok\u{1}\u{1}".utf8)
        )
    )
    #expect(throws: ConsumerFault.self) { try SASLBearer.xoauth2.line(stored, user: "a\u{1}b") }
  }

  @Test
  func `curl reads every character back as it was`() throws {
    let configuration = try CurlConfiguration(
      method: "POST",
      url: "https://e/a[1]?q=\"",
      fields: [HTTPField("X", "a\\b\"c"), HTTPField("Empty", "")],
      body: Array("@file\nline\ttab".utf8)
    )
    #expect(
      configuration.text
        == #"""
        globoff
        path-as-is
        request = "POST"
        url = "https://e/a[1]?q=\""
        header = "X: a\\b\"c"
        header = "Empty;"
        data-raw = "@file\nline\ttab"

        """#
    )
    #expect(throws: ConsumerFault.self) {
      try CurlConfiguration(method: "GET", url: "u", fields: [], body: [0xFF])
    }
    #expect(throws: ConsumerFault.self) {
      try CurlConfiguration(method: "GET", url: "u", fields: [], body: [0])
    }
  }

  @Test
  func `netrc refuses what its readers would read otherwise`() throws {
    #expect(
      try NetrcEntry.line(stored, host: "http://localhost:80", user: "me")
        == "machine localhost login me password tok"
    )
    for token in ["a b", "a\"b", "a'b", #"a\b"#, "#a", "é"] {
      var stored = stored
      stored.accessToken = Secret(token)
      #expect(throws: ConsumerFault.self) { try NetrcEntry.line(stored, host: "h", user: "me") }
    }
    #expect(throws: ConsumerFault.self) { try NetrcEntry.line(stored, host: "h", user: "a b") }
  }

  @Test(arguments: [
    ("/usr/bin/docker-credential-authrun", ["helper", "docker"]),
    ("git-credential-authrun", ["helper", "git"]),
    ("authrun", []), ("x-docker-credential-authrun", []),
  ])
  func `a helper's name stands for its words`(name: String, words: [String]) {
    #expect(CalledName.words(name) == words)
  }
}
