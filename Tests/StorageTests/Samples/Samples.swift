import Foundation
import Postgres
import Standards
import TestSupport

@testable import Storage

/// Where a test's vault lies.
enum VaultKind: CaseIterable {
  case file, server

  /// The kinds that can be tried here; `PostgresVaultTests` says so where one is missing.
  static var available: [VaultKind] { PostgresCluster.isInstalled ? allCases : [.file] }
}

/// A vault in a home of its own.
struct VaultFixture {
  let home: TemporaryHome
  let location: VaultLocation
  private(set) var server: PostgresServer?

  init() throws {
    home = try TemporaryHome()
    location = try VaultLocation(explicit: nil, environment: home.environment)
  }

  init(_ kind: VaultKind) async throws {
    guard kind == .server else {
      try self.init()
      return
    }
    let schema = "t" + UUID().uuidString.replacing("-", with: "").lowercased()
    try await self.init(address: PostgresCluster.shared().vault(schema))
  }

  init(address: String) throws {
    home = try TemporaryHome()
    location = try VaultLocation(explicit: address, environment: home.environment)
    server = PostgresServer(environment: home.environment)
  }

  func open(clock: any Clock = WallClock()) throws -> Vault {
    try Vault.open(location, create: true, clock: clock, server: server)
  }

  /// The vault as it is, read-only where that is a way of its own; `nil` when there is none.
  func reader() throws -> Vault? {
    guard let server else { return try Vault.openForReading(location) }
    do throws(VaultError) {
      return try Vault.open(location, create: false, server: server)
    } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
  }

  /// Changes the file with SQLite alone, as somebody without the key could.
  func tamper(_ sql: StaticString) throws {
    try SQLiteConnection(location.databaseFile, .readWrite).execute(sql)
  }
}

extension AccountID {
  static let spotify = AccountID(provider: "spotify")
}

extension Credential {
  static func sample(
    _ token: String = "access-token-in-clear",
    refresh: String? = "refresh-token-in-clear"
  ) -> Credential {
    Credential(
      kind: .oauth2,
      accessToken: Secret(token),
      refreshToken: refresh.map { Secret($0) },
      tokenType: "Bearer",
      issuedAt: Timestamp(seconds: 1_700_000_000),
      expiresAt: Timestamp(seconds: 1_700_003_600)
    )
  }

  /// A credential with something in every member, the odd values included.
  static func full() throws -> Credential {
    let extras = try JSONReader.read(
      Array(#"{"id":12345678901234567890,"n":1.50,"deep":[[{"ü":null}]],"t":"a\u0000b"}"#.utf8)
    )
    guard case .object(let object) = extras else { throw CocoaError(.coderInvalidValue) }
    return Credential(
      kind: .oauth1,
      accessToken: Secret([0xFF, 0x00, 0xFE]),
      tokenSecret: Secret("s&=\u{0}ü"),
      refreshToken: Secret(""),
      tokenType: "bearer",
      presentation: .query(name: "token"),
      issuedAt: Timestamp(seconds: -1),
      expiresAt: Timestamp(seconds: .max),
      requestedScopes: ["a", "b:c"],
      grantedScopes: [],
      identity: Identity(id: "12345678901234567890", login: "ü", name: nil, email: "a@b"),
      extras: object,
      options: ["client_id": .text("id"), "client_secret": .secret(Secret("hidden"))],
      hosts: ["api.example.com", "[::1]"],
      standing: .loginNeeded(reason: "revoked", at: Timestamp(seconds: 5))
    )
  }
}

/// The permission bits of a file.
func mode(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return (attributes[.posixPermissions] as? Int) ?? -1
}

func setMode(_ path: String, _ mode: Int) throws {
  try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}

/// The error that `body` throws.
func vaultError(_ body: () throws -> Void) -> VaultError? {
  do {
    try body()
    return nil
  } catch {
    return error as? VaultError
  }
}
