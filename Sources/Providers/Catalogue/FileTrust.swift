internal import Glibc

/// Whether a file is in the user's hands alone: a descriptor is handed secrets and credentials.
enum FileTrust {
  static func requireFile(_ path: String) throws(CatalogueError) {
    try require(path, writers: "can be changed by")
  }

  static func requireFolder(_ path: String) throws(CatalogueError) {
    try require(path, writers: "is a folder in which files can be put by")
  }

  private static func require(_ path: String, writers: String) throws(CatalogueError) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw CatalogueError(.unreadable, path, "cannot be examined: \(lastErrorText())")
    }
    guard status.st_uid == 0 || status.st_uid == geteuid() else {
      throw CatalogueError(
        .loosePermissions,
        path,
        "belongs to another user (number \(status.st_uid))",
        hint: "sudo chown \(geteuid()) \(path)"
      )
    }
    let group = status.st_mode & S_IWGRP != 0
    let others = status.st_mode & S_IWOTH != 0
    guard group || others else { return }
    throw CatalogueError(
      .loosePermissions,
      path,
      "\(writers) \(others ? "everybody" : "its group")",
      hint: "chmod \(group ? "g" : "")\(others ? "o" : "")-w \(path)"
    )
  }
}
