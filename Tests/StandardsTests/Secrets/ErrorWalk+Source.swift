import Foundation
import TestSupport

extension ErrorWalk {
  /// The number of cases that the first enumeration of a source file declares.
  static func caseCount(in file: String) throws -> Int {
    let path = PackageLayout.root + "/Sources/Standards/" + file
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let body = text.split(separator: "package var description").first ?? ""
    return body.matches(of: /(?m)^  case [a-z]/).count
  }
}
