import Foundation
import Testing

@testable import Providers

@Suite
struct EditorTypesTests {
  private static let types = Shipped.folder.appending(path: "meta/authrun.lua")
  private static let configuration = Shipped.folder.appending(path: ".luarc.json")

  /// With `AUTHRUN_RECORD=1` the files are written first, which fails the test, as for the reference.
  @Test(arguments: [true, false])
  func `the files beside the providers are what the schema makes`(areTypes: Bool) throws {
    let file = areTypes ? Self.types : Self.configuration
    let expected = areTypes ? EditorTypes.lua : EditorTypes.configuration
    let written = try? String(contentsOf: file, encoding: .utf8)
    if ProcessInfo.processInfo.environment["AUTHRUN_RECORD"] == "1", written != expected {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try expected.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(file.lastPathComponent) was rewritten; run the tests again")
      return
    }
    #expect(written == expected, "run the tests once with AUTHRUN_RECORD=1")
  }

  @Test
  func `every supported field of every table is there, and no field that is refused`() {
    var schemas = [DescriptorSchema.root]
    var count = 0
    var seen: Set<String> = []
    while let schema = schemas.popLast() {
      guard seen.insert(schema.title).inserted else { continue }
      for field in schema.supported {
        let mark = field.isRequired ? "" : "?"
        #expect(EditorTypes.lua.contains("\n---@field \(field.key)\(mark) "), "\(field.key)")
        count += 1
      }
      schemas += schema.nested.map(\.schema)
    }
    #expect(EditorTypes.lua.split(separator: "\n").count { $0.hasPrefix("---@class") } > seen.count)
    #expect(count > 80)
  }

  @Test
  func `the file is Lua`() throws {
    // Without the call that a descriptor makes it declares nothing, which is all that is wrong with it.
    let source = "do return provider { api = 1 } end\n" + EditorTypes.lua
    _ = try ScriptDeclaration.load(
      source: Array(source.utf8),
      chunkName: "authrun.lua",
      isolation: .thread
    )
  }

  /// Lua 5.4's own library, from its reference manual §6.
  private static let original: [String: String] = [
    "": """
    assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print rawequal
    rawget rawlen rawset require select setmetatable tonumber tostring type warn xpcall
    """,
    "string": """
    byte char dump find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper
    """,
    "table": "concat insert move pack remove sort unpack",
    "math": """
    abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad
    random randomseed sin sqrt tan tointeger type ult
    """,
    "utf8": "char charpattern codepoint codes len offset",
    "coroutine": "create", "debug": "traceback", "io": "open", "os": "time", "package": "path",
  ]

  @Test
  func `the types know exactly what the sandbox left of Lua`() throws {
    for (library, names) in Self.original {
      for name in names.split(whereSeparator: \.isWhitespace) {
        let expression = library.isEmpty ? String(name) : "\(library).\(name)"
        let source = """
          local ok, value = pcall(function() return \(expression) end)
          return provider { there = ok and value ~= nil }
          """
        let table = try ScriptDeclaration.load(
          source: Array(source.utf8),
          chunkName: "a.lua",
          isolation: .thread
        )
        let isThere = table.fields["there"] == .boolean(true)
        let isKnown =
          EditorTypes.lua.contains("function \(expression)(")
          || EditorTypes.lua.contains("\n---@field \(name) ")
            && [
              "huge", "maxinteger",
              "mininteger", "pi", "charpattern",
            ].contains(name)
        #expect(isKnown == isThere, "\(expression)")
        if !library.isEmpty, !isThere,
          ["coroutine", "debug", "io", "os", "package"].contains(library)
        {
          #expect(EditorTypes.configuration.contains("\"\(library)\": \"disable\""))
        }
      }
    }
  }
}
