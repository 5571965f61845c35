import Testing

@testable import authrun_core

@Suite
struct GlobalOptionsTests {
  private func globals(
    _ given: [(String, String)] = [],
    _ environment: [String: String] = [:]
  ) throws -> GlobalOptions {
    var values = OptionValues()
    for (name, value) in given {
      values.add(name, value)
    }
    return try GlobalOptions(values, environment: Environment(environment))
  }

  @Test
  func `the environment stands in for what is not given`() throws {
    let options = try globals(
      [],
      [
        "AUTHRUN_PROVIDERS": "/a:/b", "AUTHRUN_VAULT": "/v.db", "AUTHRUN_CACERT": "/ca.pem",
        "AUTHRUN_CONNECT_TO": "a:443:b:1,c:443:d:2", "AUTHRUN_HTTP_TIMEOUT": "7",
      ]
    )
    #expect(options.providers == ["/a", "/b"])
    #expect(options.vault == "/v.db")
    #expect(options.caFile == "/ca.pem")
    #expect(options.connectTo == ["a:443:b:1", "c:443:d:2"])
    #expect(options.httpTimeout == 7)
  }

  @Test
  func `what is given replaces the environment`() throws {
    let options = try globals(
      [("providers", "/x"), ("vault", "/y"), ("cacert", "/z"), ("connect-to", "e:1:f:2")],
      [
        "AUTHRUN_PROVIDERS": "/a:/b", "AUTHRUN_VAULT": "/v.db", "AUTHRUN_CACERT": "/ca.pem",
        "AUTHRUN_CONNECT_TO": "a:443:b:1",
      ]
    )
    #expect(options.providers == ["/x"])
    #expect(options.vault == "/y")
    #expect(options.caFile == "/z")
    #expect(options.connectTo == ["e:1:f:2"])
  }

  @Test
  func `empty variables count as absent`() throws {
    let options = try globals(
      [],
      [
        "AUTHRUN_PROVIDERS": "", "AUTHRUN_VAULT": "", "AUTHRUN_HTTP_TIMEOUT": "", "NO_COLOR": "",
      ]
    )
    #expect(options.providers == [])
    #expect(options.vault == nil)
    #expect(options.httpTimeout == nil)
    #expect(options.color)
  }

  @Test(arguments: ["0", "-1", "x", "86401", "1.5", "99999999999999999999"])
  func `a timeout that is no number of seconds is refused`(text: String) {
    #expect(throws: UsageError.self) { try globals([], ["AUTHRUN_HTTP_TIMEOUT": text]) }
  }

  @Test
  func `colours go with the option or with NO_COLOR`() throws {
    #expect(try globals().color)
    #expect(try !globals([("no-color", "")]).color)
    #expect(try !globals([], ["NO_COLOR": "1"]).color)
  }

  @Test
  func `a trace goes to standard error unless a file is named`() throws {
    #expect(try globals().trace == nil)
    #expect(try globals([("trace", "")]).trace == .standardError)
    #expect(try globals([("trace", "t.log")]).trace == .file("t.log"))
  }
}
