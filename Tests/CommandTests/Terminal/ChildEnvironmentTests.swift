import Standards
import Testing

@testable import authrun_core

@Suite
struct ChildEnvironmentTests {
  private func passed(_ entries: [String], secrets: Set<String> = []) -> [String] {
    ChildEnvironment(entries: entries.map { Array($0.utf8) }, keepingAll: false, secrets: secrets)
      .entries.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    "AUTHRUN_VAULT_KEY=k", "AUTHRUN_VAULT_NEW_KEY=k", "AUTHRUN_VAULT_PASSPHRASE=p",
    "AUTHRUN_VAULT_PASSWORD=p", "AUTHRUN_SPOTIFY_CLIENT_SECRET=s", "AUTHRUN_SPOTIFY_TOKEN=t",
    "AUTHRUN_VAULT=postgres://me:secret@db/x", "AUTHRUN_VAULT=postgres://db/x?password=s",
    "AUTHRUN_VAULT=postgres://db/x?%70assword=s", "AUTHRUN_VAULT=postgres://me:a@b@db/x",
  ])
  func `what is a secret of ours stays with us`(entry: String) {
    #expect(passed([entry, "PATH=/bin"]) == ["PATH=/bin"])
  }

  @Test(arguments: [
    "AUTHRUN_VAULT=/data/a@b:c.db", "AUTHRUN_VAULT=postgres://me@db:5432/x?sslmode=verify-full",
    "AUTHRUN_PROVIDERS=/p", "AUTHRUN_ISOLATION=process", "AUTHRUN_ALLOW_PRIVATE=db.corp",
    "PGPASSWORD=p", "AUTHRUNNER=1",
  ])
  func `what is no secret of ours is passed on`(entry: String) {
    #expect(passed([entry]) == [entry])
  }

  @Test
  func `another program's variable stays with us where it is a secret of ours`() {
    #expect(passed(["PGPASSWORD=p", "PGUSER=me"], secrets: ["PGPASSWORD"]) == ["PGUSER=me"])
  }

  @Test
  func `all is passed on where that is asked for`() {
    let entries = ["PGPASSWORD=p", "AUTHRUN_VAULT_KEY=k"].map { Array($0.utf8) }
    let kept = ChildEnvironment(entries: entries, keepingAll: true, secrets: ["PGPASSWORD"])
    #expect(kept.entries == entries)
  }
}
