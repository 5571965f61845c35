import CSQLite

/// What SQLite finds out about a damaged database.
enum SQLiteIntegrity {
  /// The error that says what is damaged; `nil` when nothing is found.
  static func fault(_ connection: borrowing SQLiteConnection, _ path: String) -> VaultError? {
    var findings: [String] = []
    do throws(SQLiteError) {
      var statement = try connection.prepare("PRAGMA integrity_check(3)")
      while try statement.step() {
        for line in (statement.text(0) ?? "").split(separator: "\n")
        where line != "ok" && !line.hasPrefix("***") {
          findings.append(String(line))
        }
      }
    } catch {
      findings.append(error.text)
    }
    guard !findings.isEmpty else { return nil }
    return VaultError(
      .corrupt,
      "\(path) is damaged; the integrity check says: \(findings.prefix(3).joined(separator: "; "))",
      hint:
        "accounts whose pages are whole can still be read; copy the file, then put back a backup "
        + "of it, or move it away and log in again"
    )
  }
}

extension SQLiteDriver {
  /// Hands over the rows that can still be reached one by one, and returns how many cannot.
  ///
  /// Rows are tried by their numbers, so that neither a broken page nor a broken index hides the rest.
  ///
  /// - Throws: `fault` when no row can be read.
  func salvage(_ fault: VaultError, _ body: (SealedRow) -> Void) throws(VaultError) -> Int {
    var known: Set<[UInt8]> = []
    var lost = 0
    var found = 0
    for number in 1...max(1, min(lastRow(), 1_000_000)) {
      do throws(SQLiteError) {
        var statement = try connection.prepare(
          "SELECT lookup, version, sealed FROM credential NOT INDEXED WHERE rowid = ?1"
        )
        try statement.bind(1, number)
        guard try statement.step() else { continue }
        let row = Self.row(of: statement)
        found += 1
        if known.insert(row.lookup).inserted { body(row) }
      } catch {
        lost += 1
      }
    }
    guard found > 0 else { throw fault }
    return lost
  }

  /// No row has a greater number than there were writes.
  private func lastRow() -> Int64 {
    (try? connection.integer("SELECT max(rowid) FROM credential"))
      ?? (try? connection.integer("SELECT last_version FROM meta")) ?? 0
  }
}
