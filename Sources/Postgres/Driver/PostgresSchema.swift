/// The tables of a vault on a server.
///
/// Plain SQL throughout, so that what speaks PostgreSQL's protocol can serve as well: no extension, no
/// advisory lock, no notification, no sequence, and every table with a primary key.
enum PostgresSchema {
  /// Grows with every change of the tables.
  static let version: Int64 = 1

  static let tables = [
    """
    CREATE TABLE IF NOT EXISTS authrun_meta (
      one INT8 NOT NULL PRIMARY KEY CHECK (one = 1),
      schema_version INT8 NOT NULL,
      vault_id BYTEA NOT NULL,
      key_source TEXT NOT NULL,
      key_detail TEXT,
      key_check BYTEA NOT NULL,
      last_version INT8 NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS authrun_credential (
      lookup BYTEA NOT NULL PRIMARY KEY,
      version INT8 NOT NULL,
      sealed BYTEA NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS authrun_refresh (
      lookup BYTEA NOT NULL PRIMARY KEY,
      sealed BYTEA NOT NULL
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS authrun_lease (
      lookup BYTEA NOT NULL PRIMARY KEY,
      owner BYTEA NOT NULL,
      expires_at TIMESTAMPTZ NOT NULL
    )
    """,
  ]
}
