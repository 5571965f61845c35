import Login
import Standards

/// Makes one output of the pages of a list: one array, or the pages one after another.
///
/// The first page decides: where it holds a list, so must the others.
struct PageMerger {
  private enum Form {
    case array
    case separate
  }

  private var form: Form?
  private var isEmpty = true

  /// What to print for the next page.
  mutating func add(_ page: APIPage) throws(AuthRunError) -> [UInt8] {
    let start = form == nil
    let form = self.form ?? (page.items == nil ? .separate : .array)
    self.form = form
    guard form == .array else {
      return page.response.body + (page.response.body.last == 0x0A ? [] : [0x0A])
    }
    guard let items = page.items else {
      throw AuthRunError(
        .protocol,
        "a page holds no list, unlike those before it",
        step: "request",
        hint: "what was printed before is not the whole list"
      )
    }
    var text = start ? "[" : ""
    for item in items {
      text += isEmpty ? "\n" : ",\n"
      text += item.visiblySerialized
      isEmpty = false
    }
    return Array(text.utf8)
  }

  /// What to print after the last page.
  func ending() -> [UInt8] {
    form == .array ? Array((isEmpty ? "]\n" : "\n]\n").utf8) : []
  }
}
