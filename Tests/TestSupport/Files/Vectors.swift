package import Foundation

/// A file of test cases: where they come from, and the cases.
package struct VectorFile<Case: Decodable & Sendable>: Decodable, Sendable {
  /// The document or project the values were taken from.
  package let source: String?
  /// Its licence, when it has one.
  package let licence: String?
  /// The cases.
  package let cases: [Case]
}

/// Reads `Vectors/<name>.json` of a test target: `vectors("base-string", as: Row.self, in: .module)`.
package func vectors<Case: Decodable & Sendable>(
  _ name: String,
  as _: Case.Type = Case.self,
  in bundle: Bundle
) throws -> [Case] {
  guard let url = bundle.url(forResource: name, withExtension: "json", subdirectory: "Vectors")
  else { throw MissingVectors(name: name) }
  return try JSONDecoder().decode(VectorFile<Case>.self, from: Data(contentsOf: url)).cases
}

/// A vector file that the test target does not carry.
package struct MissingVectors: Error, CustomStringConvertible {
  let name: String

  package var description: String {
    "no Vectors/\(name).json in this test target"
  }
}
