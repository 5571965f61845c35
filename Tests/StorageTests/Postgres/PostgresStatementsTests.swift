import Foundation
import TestSupport
import Testing

/// Every SQL text of the PostgreSQL driver, as it stands in the sources: only what CockroachDB, YugabyteDB and
/// Aurora take as well.
@Suite
struct PostgresStatementsTests {
  struct Statement: CustomStringConvertible, Sendable {
    let file: String
    let text: String

    var description: String { "\(file): \(text.split(separator: "\n").first ?? "")" }
    /// Its words in upper case.
    var words: [String] {
      text.uppercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }
  }

  private static let verbs = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "CREATE", "SET", "BEGIN", "COMMIT", "ROLLBACK",
  ]

  /// String literals that begin like a statement.
  static let statements: [Statement] = {
    let root = PackageLayout.root + "/Sources/Postgres"
    let files = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file -> [Statement] in
      let source = (try? String(contentsOfFile: root + "/" + file, encoding: .utf8)) ?? ""
      var literals: [String] = []
      for (index, part) in source.components(separatedBy: "\"\"\"").enumerated() {
        guard index.isMultiple(of: 2) else {
          literals.append(part)
          continue
        }
        for line in part.split(separator: "\n")
        where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          let pieces = line.components(separatedBy: "\"")
          literals += pieces.indices.filter { !$0.isMultiple(of: 2) }.map { pieces[$0] }
        }
      }
      return literals.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        .filter { text in verbs.contains { text == $0 || text.hasPrefix($0 + " ") } }
        .map { Statement(file: file, text: $0) }
    }
  }()

  @Test
  func `all of them are found`() {
    #expect(Self.statements.count > 20)
    for table in ["authrun_meta", "authrun_credential", "authrun_refresh", "authrun_lease"] {
      #expect(
        Self.statements.contains { $0.text.hasPrefix("CREATE TABLE IF NOT EXISTS \(table) ") }
      )
      #expect(Self.statements.contains { !$0.text.hasPrefix("CREATE") && $0.text.contains(table) })
    }
  }

  @Test(arguments: statements)
  func `none uses what only PostgreSQL itself has`(statement: Statement) {
    let foreign: Set<String> = [
      // Locks and messages that live in one server's memory.
      "PG_ADVISORY_LOCK", "PG_TRY_ADVISORY_LOCK", "PG_ADVISORY_XACT_LOCK", "LISTEN", "NOTIFY",
      "PG_NOTIFY", "UNLISTEN", "LOCK",
      // Numbers that are counted in one place, and what has them.
      "SERIAL", "BIGSERIAL", "SEQUENCE", "NEXTVAL", "CURRVAL", "IDENTITY",
      // Code, types and storage of one product.
      "EXTENSION", "FUNCTION", "PROCEDURE", "TRIGGER", "RULE", "DO", "DOMAIN", "TYPE", "ENUM",
      "UNLOGGED", "TEMP", "TEMPORARY", "TABLESPACE", "INHERITS", "CTID", "XMIN", "OID", "REGCLASS",
      // Ways of reading that others lack or read otherwise.
      "CURSOR", "DECLARE", "FETCH", "COPY", "TRUNCATE", "MERGE", "SKIP", "NOWAIT", "SAVEPOINT",
      "DEFERRABLE", "LATERAL", "EXCLUDE", "VACUUM", "ANALYZE",
    ]
    var words = statement.words
    // “ON CONFLICT … DO UPDATE” and “DO NOTHING” are no code.
    while let place = zip(words, words.dropFirst()).enumerated().first(where: {
      $0.element.0 == "DO" && ["UPDATE", "NOTHING"].contains($0.element.1)
    })?.offset {
      words.remove(at: place)
    }
    let found = foreign.intersection(words)
    #expect(found.isEmpty, "\(statement.text)")
    #expect(!statement.text.contains(";"), "one statement at a time: \(statement.text)")
  }

  @Test(arguments: statements.filter { $0.text.hasPrefix("CREATE") })
  func `every table has a key and columns that all know`(statement: Statement) {
    #expect(statement.text.hasPrefix("CREATE TABLE IF NOT EXISTS "))
    #expect(statement.text.components(separatedBy: "PRIMARY KEY").count == 2)
    let columns = statement.text.split(separator: "\n").dropFirst().dropLast()
    for column in columns {
      let words = column.split(separator: " ")
      #expect(
        ["INT8", "BYTEA", "TEXT", "TIMESTAMPTZ"].contains(words[1].filter { $0 != "," }),
        "\(column)"
      )
    }
  }

  @Test(arguments: statements.filter { $0.words.contains("WITH") })
  func `no statement changes a table twice`(statement: Statement) {
    // CockroachDB refuses that, and others do it in an order of their own.
    let text = statement.text
    for table in ["authrun_meta", "authrun_credential", "authrun_refresh", "authrun_lease"] {
      let changes = ["INSERT INTO \(table)", "UPDATE \(table)", "DELETE FROM \(table)"]
        .map { text.components(separatedBy: $0).count - 1 }.reduce(0, +)
      #expect(changes <= 1, "\(text)")
    }
  }
}
