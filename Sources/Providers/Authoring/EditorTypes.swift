/// Types of descriptors for editors, as LuaCATS annotations written from the schema.
package enum EditorTypes {
  /// The text of `meta/authrun.lua`.
  package static var lua: String {
    let head = """
      ---@meta authrun
      -- Types of provider descriptors, API \(DescriptorSchema.api). Written by `authrun meta` from the schema that
      -- `authrun check` checks with: do not edit it, run the command again.

      """
    let classes = Self.classes(DescriptorSchema.root).joined(separator: "\n")
    return [head, classes, EditorTypes.context, EditorTypes.library].joined(separator: "\n")
  }

  /// The text of `.luarc.json`: what of Lua a script does not have, and where the types are.
  package static let configuration = """
    {
      "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
      "runtime.version": "Lua 5.4",
      "runtime.builtin": {
        "basic": "disable",
        "coroutine": "disable",
        "debug": "disable",
        "io": "disable",
        "math": "disable",
        "os": "disable",
        "package": "disable",
        "string": "disable",
        "table": "disable",
        "utf8": "disable"
      },
      "workspace.library": ["meta"],
      "workspace.checkThirdParty": false,
      "diagnostics.globals": ["provider"]
    }

    """

  private static func classes(_ root: TableSchema) -> [String] {
    var seen: Set<String> = []
    var waiting = [root]
    var result: [String] = []
    while !waiting.isEmpty {
      let schema = waiting.removeFirst()
      guard seen.insert(schema.title).inserted else { continue }
      result.append(classText(schema))
      waiting += schema.nested.map(\.schema)
    }
    return result
  }

  private static func classText(_ schema: TableSchema) -> String {
    var lines = comment(schema.doc)
    lines.append("---@class (exact) \(name(of: schema))")
    for field in schema.supported {
      let mark = field.isRequired ? "" : "?"
      let doc = field.basis.map { "\(field.doc) (\($0))" } ?? field.doc
      let type = field.type.annotation(hook: field.key)
      lines.append("---@field \(field.key)\(mark) \(type) \(doc)")
    }
    return (lines + [""]).joined(separator: "\n")
  }

  private static func comment(_ text: String) -> [String] {
    text.split(separator: "\n").map { "---\($0)" }
  }

  fileprivate static func name(of schema: TableSchema) -> String {
    let title = schema.title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return "authrun.\(String(title))"
  }
}

extension FieldType {
  /// The type as LuaCATS writes it.
  fileprivate func annotation(hook: String) -> String {
    switch self {
    case .text, .identifier, .template, .url, .host, .pointer: return "string"
    case .integer: return "integer"
    case .boolean: return "boolean"
    case .choice(let values, _): return values.map { "\"\($0)\"" }.joined(separator: "|")
    case .list(let element):
      let inner = element.annotation(hook: hook)
      return inner.contains("|") || inner.contains(" ") ? "(\(inner))[]" : "\(inner)[]"
    case .map(let value): return "table<string, \(value.annotation(hook: hook))>"
    case .table(let schema): return EditorTypes.name(of: schema)
    case .anyOf(let types):
      var parts: [String] = []
      for type in types {
        let part = type.annotation(hook: hook)
        if !parts.contains(part) { parts.append(part.hasPrefix("fun(") ? "(\(part))" : part) }
      }
      return parts.joined(separator: "|")
    case .function:
      return Hook(rawValue: hook).flatMap { ScriptInterface.hooks[$0] }
        ?? "fun(ctx: authrun.ctx, ...: any): any"
    case .data: return "any"
    }
  }
}
