import Testing

@testable import Storage

@Suite
struct VaultLocationTests {
  private func location(
    _ explicit: String? = nil,
    _ environment: [String: String]
  ) throws -> VaultLocation {
    try VaultLocation(
      explicit: explicit,
      environment: { environment[$0] },
      workingDirectory: "/cwd"
    )
  }

  @Test
  func `data, key and state lie in the XDG directories`() throws {
    let location = try location(
      nil,
      ["XDG_DATA_HOME": "/d/", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"]
    )
    #expect(location.databaseFile == "/d/authrun/vault.db")
    #expect(location.defaultKeyFile == "/c/authrun/vault.key")
    #expect(location.stateDirectory == "/s/authrun")
    #expect(!location.isExplicit)
  }

  @Test(arguments: ["", "relative/path"])
  func `unset, empty and relative XDG variables mean the places below HOME`(value: String) throws {
    let location = try location(nil, ["HOME": "/home/u", "XDG_DATA_HOME": value])
    #expect(location.databaseFile == "/home/u/.local/share/authrun/vault.db")
    #expect(location.defaultKeyFile == "/home/u/.config/authrun/vault.key")
    #expect(location.stateDirectory == "/home/u/.local/state/authrun")
  }

  @Test
  func `an explicit vault keeps its key beside it`() throws {
    let location = try location("sqlite:/v/a.db", ["HOME": "/home/u"])
    #expect(location.databaseFile == "/v/a.db")
    #expect(location.defaultKeyFile == "/v/a.db.key")
    #expect(location.isExplicit)
  }

  @Test
  func `the argument goes before the variable and relative paths start from here`() throws {
    #expect(
      try location("x.db", ["HOME": "/h", "AUTHRUN_VAULT": "/y.db"]).databaseFile == "/cwd/x.db"
    )
    #expect(try location(nil, ["HOME": "/h", "AUTHRUN_VAULT": "/y.db"]).databaseFile == "/y.db")
    #expect(try location("./a:b", ["HOME": "/h"]).databaseFile == "/cwd/./a:b")
  }

  @Test
  func `the default vault named by its path keeps its key where it was`() throws {
    let location = try location("/h/.local/share/authrun/vault.db", ["HOME": "/h"])
    #expect(location.defaultKeyFile == "/h/.config/authrun/vault.key")
  }

  @Test
  func `the environment can name the key file`() throws {
    let location = try location(nil, ["HOME": "/h", "AUTHRUN_VAULT_KEY_FILE": "k"])
    #expect(location.keyFileOverride == "/cwd/k")
  }

  @Test(arguments: ["mysql://host/db", "postgres:host", "sqlite:", "/dir/"])
  func `what is no path to a file is refused`(vault: String) {
    #expect(vaultError { _ = try location(vault, ["HOME": "/h"]) }?.kind == .location)
  }

  @Test
  func `without any home the error says which variables to set`() {
    let error = vaultError { _ = try location(nil, [:]) }
    #expect(error?.kind == .location)
    #expect(error?.hint?.contains("HOME") == true)
  }
}
