/// The names by which other tools look for a helper, and the words that they stand for.
package enum CalledName {
  /// `helper docker` for `docker-credential-authrun`, `helper git` for `git-credential-authrun`; else none.
  package static func words(_ name: String?) -> [String] {
    guard let name else { return [] }
    var file = name.utf8[...]
    if let slash = file.lastIndex(of: UInt8(ascii: "/")) {
      file = file[file.index(after: slash)...]
    }
    for tool in ["docker", "git"] where file.elementsEqual("\(tool)-credential-authrun".utf8) {
      return ["helper", tool]
    }
    return []
  }
}
