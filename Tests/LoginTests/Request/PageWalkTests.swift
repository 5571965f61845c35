import Providers
import Standards
import Testing

@testable import Login

@Suite
struct PageWalkTests {
  private func next(
    _ spec: PaginationSpec?,
    _ body: JSONValue?,
    link: String? = nil,
    at url: String = "https://api.example/list?limit=2"
  ) throws -> String? {
    var head = HTTPResponse(status: 200)
    head.headers["Link"] = link
    return try PageWalk(spec: spec).next(after: head, body, at: URI(url))?.text
  }

  private static let items = try? JSONPointer("/items")

  private func rule(_ rule: PaginationSpec.Rule) -> PaginationSpec {
    PaginationSpec(rule: rule, items: Self.items)
  }

  @Test
  func `without a rule the Link field counts`() throws {
    #expect(
      try next(nil, [], link: "</list?page=2>; rel=next") == "https://api.example/list?page=2"
    )
    #expect(try next(nil, ["next": "/x"]) == nil)
  }

  @Test(arguments: [
    ("https://api.example/b?c=1#f", "https://api.example/b?c=1"), ("/b", "https://api.example/b"),
    ("?page=3", "https://api.example/list?page=3"),
    ("//other.example/b", "https://other.example/b"),
  ])
  func `an address in the answer may be relative`(text: String, target: String) throws {
    let spec = rule(.next(try JSONPointer("/next")))
    #expect(try next(spec, ["next": .string(text)]) == target)
  }

  @Test
  func `where there is no next page it ends`() throws {
    let spec = rule(.next(try JSONPointer("/next")))
    for body: JSONValue in [[:], ["next": .null], ["next": ""], ["next": false]] {
      #expect(try next(spec, body) == nil)
    }
    #expect(throws: AuthRunError.self) { try next(spec, ["next": 7]) }
    #expect(throws: AuthRunError.self) { try next(spec, ["next": "https://a b/"]) }
  }

  @Test
  func `a mark is repeated in its parameter, digits kept`() throws {
    let spec = rule(.cursor(try JSONPointer("/meta/next"), parameter: "cursor"))
    let body: JSONValue = ["meta": ["next": "a=&b"]]
    #expect(try next(spec, body) == "https://api.example/list?limit=2&cursor=a%3D%26b")
    let number = try JSONReader.read(Array(#"{"meta":{"next":9007199254740993}}"#.utf8))
    #expect(
      try next(spec, number, at: "https://api.example/list?cursor=1")
        == "https://api.example/list?cursor=9007199254740993"
    )
    #expect(try next(spec, ["meta": [:]]) == nil)
    #expect(try next(spec, ["meta": ["next": ""]]) == nil)
  }

  @Test
  func `an offset grows by the items, a page number by one, until a page is empty`() throws {
    let offset = rule(.offset(parameter: "skip"))
    let page = rule(.page(parameter: "page", first: 1))
    let full: JSONValue = ["items": [1, 2]]
    #expect(try next(offset, full) == "https://api.example/list?limit=2&skip=2")
    #expect(
      try next(offset, full, at: "https://api.example/list?skip=2")
        == "https://api.example/list?skip=4"
    )
    #expect(try next(page, full) == "https://api.example/list?limit=2&page=2")
    #expect(
      try next(page, full, at: "https://api.example/l?page=7") == "https://api.example/l?page=8"
    )
    #expect(try next(offset, ["items": []]) == nil)
    #expect(throws: AuthRunError.self) { try next(page, ["things": [1]]) }
    #expect(throws: AuthRunError.self) {
      try next(page, full, at: "https://api.example/l?page=9223372036854775807")
    }
  }

  @Test
  func `an answer that says that there is no more is the last`() throws {
    var spec = rule(.page(parameter: "page", first: 1))
    spec.more = try JSONPointer("/more")
    #expect(try next(spec, ["items": [1], "more": true]) != nil)
    #expect(try next(spec, ["items": [1], "more": false]) == nil)
    #expect(try next(spec, ["items": [1]]) == nil)
  }
}
