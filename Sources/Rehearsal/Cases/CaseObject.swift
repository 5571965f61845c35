import Providers
import Standards

/// One object of a file of cases, whose members are known by name.
struct CaseObject {
  let path: String
  private let members: JSONObject

  init(_ value: JSONValue, _ path: String, _ known: [String]) throws(CaseFileError) {
    guard let object = value.object else { throw CaseFileError(path, "is no object") }
    for member in object.members where !known.contains(member.name) {
      let near = Suggestion.nearest(to: member.name, among: known)
      throw CaseFileError(
        path,
        "unknown member \"\(member.name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? "")
      )
    }
    self.path = path
    members = object
  }

  private func fault(_ name: String, _ message: String) -> CaseFileError {
    CaseFileError(path.isEmpty ? name : "\(path).\(name)", message)
  }

  func value(_ name: String) -> JSONValue? { members[name] }

  func absent(_ name: String) throws(CaseFileError) {
    if members[name] != nil { throw fault(name, "does not belong here") }
  }

  func text(_ name: String) throws(CaseFileError) -> String {
    guard let text = try optionalText(name) else { throw fault(name, "is missing") }
    return text
  }

  func optionalText(_ name: String) throws(CaseFileError) -> String? {
    guard let value = members[name], !value.isNull else { return nil }
    guard let text = value.string else { throw fault(name, "must be text") }
    return text
  }

  func integer(_ name: String) throws(CaseFileError) -> Int? {
    guard let value = members[name] else { return nil }
    guard let number = value.int64, (100...599).contains(number) else {
      throw fault(name, "must be an HTTP status")
    }
    return Int(number)
  }

  func time(_ name: String) throws(CaseFileError) -> Timestamp? {
    guard let text = try optionalText(name) else { return nil }
    guard let time = Timestamp(rfc3339: text) else {
      throw fault(name, "must be a time such as 2026-01-01T00:00:00Z")
    }
    return time
  }

  func object(_ name: String) throws(CaseFileError) -> JSONObject? {
    guard let value = members[name] else { return nil }
    guard let object = value.object else { throw fault(name, "must be an object") }
    return object
  }

  func list(_ name: String) throws(CaseFileError) -> [JSONValue] {
    guard let value = members[name] else { return [] }
    guard let list = value.array else { throw fault(name, "must be a list") }
    return list
  }

  func textList(_ name: String) throws(CaseFileError) -> [String] {
    var texts: [String] = []
    for value in try list(name) {
      guard let text = value.string else { throw fault(name, "must be a list of texts") }
      texts.append(text)
    }
    return texts
  }

  func orderedTexts(_ name: String) throws(CaseFileError) -> [CaseCallback.Pair] {
    var pairs: [CaseCallback.Pair] = []
    for member in try object(name)?.members ?? [] {
      guard let text = member.value.string else {
        throw fault("\(name).\(member.name)", "must be text")
      }
      pairs.append(CaseCallback.Pair(member.name, text))
    }
    return pairs
  }

  func texts(_ name: String) throws(CaseFileError) -> [String: String] {
    var texts: [String: String] = [:]
    for pair in try orderedTexts(name) { texts[pair.name] = pair.value }
    return texts
  }

  /// Header fields; a list gives several of one name.
  func headers() throws(CaseFileError) -> [HTTPField] {
    var fields: [HTTPField] = []
    for member in try object("headers")?.members ?? [] {
      for value in member.value.array ?? [member.value] {
        guard let text = value.string else {
          throw fault("headers.\(member.name)", "must be text")
        }
        fields.append(HTTPField(member.name, text))
      }
    }
    return fields
  }

  /// The body, as text, form fields or JSON.
  func body() throws(CaseFileError) -> GoldenBody {
    let given = ["body", "form", "json"].filter { members[$0] != nil }
    guard given.count <= 1 else {
      throw CaseFileError(path, "has more than one of \"body\", \"form\" and \"json\"")
    }
    switch given.first {
    case "form": return .form(try orderedTexts("form"))
    case "json": return .json(members["json"] ?? .null)
    default: return .text(try optionalText("body") ?? "")
    }
  }
}
