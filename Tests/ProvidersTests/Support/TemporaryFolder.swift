import Foundation

/// A folder of its own for one test; removed with all that is in it when the test lets go.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "providers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var path: String { url.path }

  @discardableResult
  func write(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }

  func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}

/// The text of a descriptor file that loads.
func descriptorText(_ id: String, name: String = "Sample") -> String {
  """
  -- A service called "nobody" until it is read.
  return provider {
    api = 1, id = "\(id)", name = "\(name)", kind = "oauth2",
    oauth2 = {
      authorize = "https://login.example/authorize",
      token = "https://login.example/token",
      response = { access_token = "/data/name" },
    },
  }
  """
}
