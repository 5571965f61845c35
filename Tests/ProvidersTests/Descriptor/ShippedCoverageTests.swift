import Foundation
import Testing

@testable import Providers

/// The providers that come with authrun use every field, so that none is without an example that runs.
@Suite
struct ShippedCoverageTests {
  /// Fields that no provider of the catalogue needs; `EveryFieldTests` and others use them.
  private static let unused: Set = [
    "oauth1: empty_token", "descriptor: private_hosts",
  ]

  private static func used(
    _ table: ScriptTable,
    _ schema: TableSchema,
    into used: inout Set<String>
  ) {
    for field in schema.supported {
      guard let value = table.fields[field.key] else { continue }
      used.insert("\(schema.title): \(field.key)")
      Self.used(value, field.type, into: &used)
    }
  }

  private static func used(_ value: ScriptValue, _ type: FieldType, into used: inout Set<String>) {
    guard case .table(let table) = value else { return }
    switch type {
    case .table(let schema): Self.used(table, schema, into: &used)
    case .list(let element): for value in table.sequence { Self.used(value, element, into: &used) }
    case .map(let element):
      for value in table.fields.values { Self.used(value, element, into: &used) }
    case .anyOf(let types):
      let isList = !table.sequence.isEmpty
      for type in types {
        switch type {
        case .list where isList, .table where !isList, .map where !isList:
          Self.used(value, type, into: &used)
        default: break
        }
      }
    default: break
    }
  }

  @Test
  func `every field is used by a provider that comes with authrun`() throws {
    var used: Set<String> = []
    for id in Shipped.ids {
      let source = try Shipped.descriptor(id).source.bytes
      let table = try ScriptDeclaration.load(
        source: source,
        chunkName: "\(id).lua",
        isolation: .thread
      )
      Self.used(table, DescriptorSchema.root, into: &used)
    }
    var all: Set<String> = []
    var schemas = [DescriptorSchema.root]
    var seen: Set<String> = []
    while let schema = schemas.popLast() {
      guard seen.insert(schema.title).inserted else { continue }
      for field in schema.supported { all.insert("\(schema.title): \(field.key)") }
      schemas += schema.nested.map(\.schema)
    }
    #expect(all.subtracting(used).subtracting(Self.unused).sorted() == [])
    #expect(Self.unused.intersection(used).sorted() == [], "they are used after all")
  }
}
