import Foundation
import Providers
import Testing

/// The table of deviations in the documentation against the schema.
@Suite
struct QuirksPageTests {
  private struct Row {
    var number: Int
    var fields: [String]
    var example: String
  }

  private static func rows() throws -> [Row] {
    let file = Shipped.folder.deletingLastPathComponent().appending(path: "docs/quirks.md")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let number = Int(cells[0]) else { return nil }
      let parts = cells[2].components(separatedBy: "`")
      let fields = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      return Row(number: number, fields: fields, example: cells[3])
    }
  }

  @Test
  func `each of the 44 kinds has a row with a field and a service`() throws {
    let rows = try Self.rows()
    #expect(rows.map(\.number) == Array(1...44))
    for row in rows {
      #expect(row.fields.contains { !$0.hasPrefix("ctx.") }, "row \(row.number)")
      #expect(!row.example.isEmpty, "row \(row.number)")
    }
  }

  @Test
  func `each field that the table names is one of the schema`() throws {
    for row in try Self.rows() {
      for field in row.fields where !field.hasPrefix("ctx.") {
        #expect(SchemaReference.entry(field) != nil, "row \(row.number): \(field)")
      }
    }
  }

  @Test
  func `each value that a step makes itself is named on the page`() throws {
    let file = Shipped.folder.deletingLastPathComponent().appending(path: "docs/quirks.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for value in BuiltInValue.allCases {
      #expect(text.contains("{\(value.placeholder)}"), "\(value.placeholder)")
    }
  }
}
