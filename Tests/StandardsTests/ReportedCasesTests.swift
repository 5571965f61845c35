import Foundation
import TestSupport
import Testing

/// Faults that users reported of other libraries, each by its id, and that none lost its test.
@Suite
struct ReportedCasesTests {
  /// What the tests of this folder are called: the names of functions and the ids of vectors.
  private static let names: [String] = {
    let folder = PackageLayout.tests("StandardsTests")
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.flatMap { file -> [String] in
      guard let text = try? String(contentsOfFile: folder + "/" + file, encoding: .utf8) else {
        return []
      }
      if file.hasSuffix(".swift") {
        return text.matches(of: /func `([^`]+)`/).map { String($0.1) }
      }
      return text.matches(of: /"id": "([^"]+)"/).map { String($0.1) }
    }
  }()

  private static let signatures =
    "O-01 O-02 O-04 O-05 O-06 O-07 O-08 O-09 O-11 O-12 O-13 O-15 O-16 O-17 O-18 O-19 O-20 O-21 O-23 O-24 O-25 O-26 O-27 O-28 O-29 O-30 O-32 O-33 O-35 O-36"
  private static let tokens =
    "J-01 J-02 J-03 J-04 J-05 J-08 J-09 J-10 J-11 J-12 J-13 J-14 J-15 J-17 J-18 J-19 J-20 J-22 J-23 J-24 J-26 J-27 J-29 J-30 J-31 J-33"
  private static let proofs = "P-01 P-02 P-03 P-04 P-06 P-08"

  @Test(arguments: [signatures, tokens, proofs])
  func `every reported case is a named test`(ids: String) {
    for id in ids.split(separator: " ") {
      let isNamed = Self.names.contains { name in
        name.split { !($0.isLetter || $0.isNumber || $0 == "-") }.contains(id)
      }
      #expect(isNamed, "no test is called \(id)")
    }
  }

  @Test(arguments: [
    "dup", "prefix", "underscore", "enc-sort", "empty", "plus", "tilde-star", "brackets", "port443",
    "port80", "port8080", "https80", "ipv6", "nopath", "slash-q", "unicode", "semicolon",
    "emptypair", "charset", "callback", "oob", "ok", "exp-string", "exp-neg", "exp-bool",
    "crit-unknown", "crit-empty", "crit-string", "crit-dangling", "crit-std", "b64-nocrit",
    "aud-array", "aud-empty", "aud-num", "alg-None", "alg-none", "alg-lower", "noncanon", "padded",
    "es256 raw", "es256 der", "es256 zero sig", "es256 short r", "es256 truncated", "es256 high s",
  ])
  func `every value of the tables is a named vector`(id: String) {
    #expect(Self.names.contains { $0 == id || $0.hasSuffix(" " + id) })
  }
}
