/// One link of a `Link` field: where it leads, and how what is there relates to the resource (RFC 8288).
package struct Link: Hashable, Sendable {
  /// The target as written, absolute or relative to the resource.
  package let target: String
  /// Relation types, in lower case.
  package let relations: [String]
  /// Another resource that the link is about; `nil` means the one that was asked for.
  package let anchor: String?
}

extension HTTPFields {
  /// The links of all `Link` fields, in order; a field that cannot be read gives those before the fault.
  package var links: [Link] {
    values("Link").flatMap { LinkReader.read($0) }
  }

  /// The target of the first link of a relation; links about another resource (`anchor`) do not count.
  package func link(_ relation: String) -> String? {
    links.first { $0.anchor == nil && $0.relations.contains(ASCII.lowercased(relation)) }?.target
  }
}

/// Reads the grammar of RFC 8288 §3, as its appendix B.2 parses it.
private struct LinkReader {
  private var rest: ArraySlice<UInt8>

  static func read(_ value: String) -> [Link] {
    var reader = LinkReader(rest: Array(value.utf8)[...])
    var links: [Link] = []
    while let link = reader.next() {
      links.append(link)
    }
    return links
  }

  private mutating func next() -> Link? {
    rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
    guard rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
      return nil
    }
    let target = String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
    rest = rest[(end + 1)...]
    var relations: [String]?
    var anchor: String?
    while let parameter = parameter() {
      switch parameter.name {
      // Only the first counts (RFC 8288 §3.3).
      case "rel" where relations == nil:
        relations = parameter.value.split(separator: " ").map { ASCII.lowercased(String($0)) }
      case "anchor": anchor = parameter.value
      default: break
      }
    }
    return Link(target: target, relations: relations ?? [], anchor: anchor)
  }

  /// The next `; name=value` or `; name`.
  private mutating func parameter() -> (name: String, value: String)? {
    rest = rest.drop(while: Self.isSpace)
    guard rest.first == UInt8(ascii: ";") else { return nil }
    rest = rest.dropFirst().drop { Self.isSpace($0) || $0 == UInt8(ascii: ";") }
    let name = rest.prefix(while: ASCII.isTokenCharacter)
    rest = rest[name.endIndex...].drop(while: Self.isSpace)
    let key = ASCII.lowercased(String(decoding: name, as: UTF8.self))
    guard rest.first == UInt8(ascii: "=") else { return name.isEmpty ? nil : (key, "") }
    rest = rest.dropFirst().drop(while: Self.isSpace)
    return (key, value())
  }

  private mutating func value() -> String {
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
      rest = rest[value.endIndex...]
      let end = value.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? value.startIndex
      return String(decoding: value[..<end], as: UTF8.self)
    }
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
