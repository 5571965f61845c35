import Standards
import Storage
import Testing

@testable import Postgres

@Suite
struct ConnectionParametersTests {
  private func parameters(
    _ url: String,
    _ environment: [String: String] = [:],
    files: Set<String> = ["/etc/ssl/certs/ca-certificates.crt"]
  ) throws -> (values: [String: String], warnings: [String]) {
    let address = try #require(
      try VaultLocation(explicit: url, environment: ["HOME": "/h"]).server
    )
    let parameters = try ConnectionParameters(
      address,
      environment: { environment[$0] },
      isFile: { files.contains($0) }
    )
    return (
      Dictionary(parameters.list.map { ($0.name, $0.value) }) { $1 }, parameters.warnings
    )
  }

  @Test
  func `another machine is verified by name and authority unless the address says less`() throws {
    let (values, warnings) = try parameters("postgres://u@db.example/vault")
    #expect(values["sslmode"] == "verify-full")
    #expect(values["sslrootcert"] == "/etc/ssl/certs/ca-certificates.crt")
    #expect(values["gssencmode"] == "disable")
    #expect(values["user"] == "u" && values["host"] == "db.example" && values["dbname"] == "vault")
    #expect(warnings.isEmpty)
  }

  @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca"])
  func `a weaker mode is said aloud`(mode: String) throws {
    let (values, warnings) = try parameters("postgres://db.example/v?sslmode=\(mode)")
    #expect(values["sslmode"] == mode)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("sslmode=\(mode)") == true)
  }

  @Test
  func `the environment cannot weaken it`() throws {
    let environment = ["PGSSLMODE": "disable", "PGHOST": "db.example"]
    #expect(try parameters("postgres:///v", environment).values["sslmode"] == "verify-full")
    #expect(
      try parameters("postgres://db.example/v", environment).values["sslmode"] == "verify-full"
    )
  }

  @Test(arguments: [
    "postgres:///v", "postgres:///v?host=/run/postgresql", "postgres://localhost/v",
    "postgres://127.0.0.1:5433/v", "postgres://[::1]:5433/v",
  ])
  func `a socket and loopback may do without`(url: String) throws {
    let (values, warnings) = try parameters(url)
    #expect(values["sslmode"] == "prefer")
    #expect(warnings.isEmpty)
  }

  @Test(arguments: [
    "postgres://localhost.example/v", "postgres://127.0.0.1.example/v",
    "postgres://localhost,db.example/v", "postgres://localhost/v?hostaddr=10.0.0.1",
    "postgres://localhost/v?host=db.example",
  ])
  func `what only looks like this machine is another one`(url: String) throws {
    #expect(try parameters(url).values["sslmode"] == "verify-full")
  }

  @Test
  func `several hosts are tried for the one that can be written to`() throws {
    let (values, _) = try parameters("postgresql://a.example:1,b.example/v")
    #expect(values["host"] == "a.example,b.example")
    #expect(values["port"] == "1,")
    #expect(values["target_session_attrs"] == "read-write")
  }

  @Test
  func `a password may come from the environment, and one in the address is said aloud`() throws {
    let environment = ["AUTHRUN_VAULT_PASSWORD": "p/w"]
    let (silent, none) = try parameters("postgres://u@localhost/v", environment)
    #expect(silent["password"] == "p/w")
    #expect(none.isEmpty)
    let (loud, warnings) = try parameters("postgres://u:a%40b@localhost/v", environment)
    #expect(loud["password"] == "a@b")
    #expect(warnings.count == 1)
    #expect(!warnings.joined().contains("a@b"))
  }

  @Test(arguments: [
    "postgres://u:secret@db.example:x/v", "postgres://u:secret@db/v?nonsense=1",
    "postgres://u:secret@db/v?sslmode=maybe", "postgres://u:secret%zz@db/v",
    "postgres://u:secret@[::1/v", "postgres://u:secret@db/v?sslmode",
  ])
  func `an address that cannot be read is refused without being quoted`(url: String) throws {
    do {
      _ = try parameters(url)
      Issue.record("\(url) was read")
    } catch let error as VaultError {
      #expect(error.kind == .location)
      #expect(!"\(error.message) \(error.hint ?? "")".contains("secret"))
    }
  }

  @Test
  func `without authorities nothing is verified by accident`() throws {
    #expect(throws: VaultError.self) {
      try parameters("postgres://db.example/v", files: [])
    }
    let named = "postgres://db.example/v?sslrootcert=/my/ca.pem"
    #expect(try parameters(named, files: []).values["sslrootcert"] == "/my/ca.pem")
    let variable = ["PGSSLROOTCERT": "/env/ca.pem"]
    #expect(
      try parameters("postgres://db.example/v", variable, files: ["/env/ca.pem"])
        .values["sslrootcert"] == "/env/ca.pem"
    )
  }

  @Test
  func `an address is shown without its password, and names the same vault for every user`() throws
  {
    let first = ServerAddress("postgres://alice:pa:ss@word@db:5432/v?sslmode=require&host=x")
    let second = ServerAddress("postgres://bob@db:5432/v?host=x")
    #expect(first.description == "postgres://alice@db:5432/v?host=x")
    #expect(first.identity == second.identity)
    #expect(!first.description.contains("word"))
    #expect(
      ServerAddress("postgres://db/other").identity != ServerAddress("postgres://db/v").identity
    )
  }
}
