internal import Standards

extension DescriptorReader {
  mutating func readPagination(_ reader: TableReader) -> PaginationSpec? {
    let ways = ["next", "cursor", "offset", "page"].filter { reader.has($0) }
    if ways.count > 1 {
      report(reader.path, "\(reader.path) has both \"\(ways[0])\" and \"\(ways[1])\"")
    }
    if reader.has("parameter"), ways != ["cursor"] {
      report(reader.path("parameter"), "\(reader.path("parameter")) belongs to \"cursor\"")
    }
    if reader.has("first"), ways != ["page"] {
      report(reader.path("first"), "\(reader.path("first")) belongs to \"page\"")
    }
    var spec = PaginationSpec(rule: .link)
    spec.items = pointer(reader, "items")
    spec.more = pointer(reader, "more")
    switch ways.first {
    case "next":
      guard let pointer = pointer(reader, "next") else { return nil }
      spec.rule = .next(pointer)
    case "cursor":
      guard let parameter = reader.text("parameter") else {
        reportMissing("parameter", in: reader)
        return nil
      }
      guard let pointer = pointer(reader, "cursor") else { return nil }
      spec.rule = .cursor(pointer, parameter: parameter)
    case "offset":
      guard let parameter = reader.text("offset") else { return nil }
      spec.rule = .offset(parameter: parameter)
    case "page":
      guard let parameter = reader.text("page") else { return nil }
      spec.rule = .page(parameter: parameter, first: reader.integer("first") ?? 1)
    default:
      if !reader.has("items") {
        report(
          reader.path,
          "\(reader.path) needs one of \"next\", \"cursor\", \"offset\", \"page\" and \"items\""
        )
      }
    }
    return spec
  }
}
