/// The names by which other tools look for a helper, and the words that they stand for.
package enum CalledName {
  /// `helper docker` for `docker-credential-authrun`, `helper git` for `git-credential-authrun`; else none.
  package static func words(_ name: String?) -> [String] {
    guard let name else { return [] }
    var file = name.utf8[...]
    if let slash = file.lastIndex(of: UInt8(ascii: "/")) {
      file = file[file.index(after: slash)...]
    }
    if file.elementsEqual("docker-credential-authrun".utf8) { return ["helper", "docker"] }
    if file.elementsEqual("git-credential-authrun".utf8) { return ["helper", "git"] }
    return []
  }
}
