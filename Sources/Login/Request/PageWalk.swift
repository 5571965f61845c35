import Providers
import Standards

/// Where a list that comes in pages goes on; decides, and sends nothing.
struct PageWalk: Sendable {
  /// The descriptor's rule; `nil` means `Link` fields.
  let spec: PaginationSpec?

  /// The items of a page; `nil` when what the page holds is no list.
  func items(_ body: JSONValue) -> [JSONValue]? {
    guard let pointer = spec?.items else { return body.array }
    return pointer.evaluate(in: body)?.array
  }

  /// The next page's URL; `nil` at the end.
  ///
  /// `url` is that of the page. Where it leads is for the caller to check.
  func next(
    after head: HTTPResponse,
    _ body: JSONValue?,
    at url: URI
  ) throws(AuthRunError) -> URI? {
    guard let spec else { return try linked(head, url) }
    if let more = spec.more, body?[pointer: more]?.bool != true { return nil }
    switch spec.rule {
    case .link: return try linked(head, url)
    case .next(let pointer):
      switch body?[pointer: pointer] {
      case nil, .null, .bool(false), .string(""): return nil
      case .string(let text): return try resolved(text, url)
      default: throw Self.fault("what should be the next page's address is no text")
      }
    case .cursor(let pointer, let parameter):
      switch body?[pointer: pointer] {
      case nil, .null, .bool(false), .string(""): return nil
      case .string(let text): return url.settingQuery(parameter, text)
      case .number(let number): return url.settingQuery(parameter, number.text)
      default: throw Self.fault("the mark of the next page is neither text nor a number")
      }
    case .offset(let parameter):
      return try counted(parameter, from: 0, by: count(body), body, url)
    case .page(let parameter, let first):
      return try counted(parameter, from: first, by: 1, body, url)
    }
  }

  private func linked(_ head: HTTPResponse, _ url: URI) throws(AuthRunError) -> URI? {
    guard let target = head.headers.link("next") else { return nil }
    return try resolved(target, url)
  }

  private func resolved(_ reference: String, _ url: URI) throws(AuthRunError) -> URI {
    do throws(URIError) {
      return try url.resolve(reference).withoutFragment
    } catch {
      throw Self.fault("the next page's address cannot be read: \(error)")
    }
  }

  private func count(_ body: JSONValue?) throws(AuthRunError) -> Int64 {
    guard let items = body.flatMap(items) else {
      throw Self.fault("the page holds no list where the descriptor says")
    }
    return Int64(items.count)
  }

  /// A page without items is the end.
  private func counted(
    _ parameter: String,
    from start: Int64,
    by step: Int64,
    _ body: JSONValue?,
    _ url: URI
  ) throws(AuthRunError) -> URI? {
    guard try count(body) > 0 else { return nil }
    let given = (try? url.queryParameters())?.first(parameter).flatMap { Int64($0) }
    let (next, overflow) = (given ?? start).addingReportingOverflow(step)
    guard !overflow else { throw Self.fault("there is no page after the last number") }
    return url.settingQuery(parameter, String(next))
  }

  private static func fault(_ message: String) -> AuthRunError {
    AuthRunError(
      .protocol,
      message,
      step: "request",
      hint: "without --all the page itself is shown"
    )
  }
}
