/// Writes the reference of hooks and of what they work with, so that page, editors and host cannot disagree.
package enum ScriptReference {
  /// The reference in Markdown: the hooks, then each table.
  package static var markdown: String {
    ([hooks] + ScriptInterface.tables.map(section) + [names]).joined(separator: "\n\n") + "\n"
  }

  private static var hooks: String {
    var lines = [
      "### hooks", "", "Functions of a descriptor, each run in a machine of its own.", "",
    ]
    for hook in Hook.allCases {
      let doc = DescriptorSchema.root.field(hook.rawValue)?.doc ?? ""
      lines.append("- `\(hook.rawValue)`: `\(plain(ScriptInterface.hooks[hook] ?? ""))`. \(doc)")
    }
    return lines.joined(separator: "\n")
  }

  private static func section(_ table: ScriptInterface.Table) -> String {
    var lines = ["### \(table.name)", "", table.doc, ""]
    for member in table.members {
      let mark = member.isOptional ? ", may be absent" : ""
      lines.append("- `\(member.name)`: `\(plain(member.type))`\(mark). \(member.doc)")
    }
    return lines.joined(separator: "\n")
  }

  private static var names: String {
    var lines = ["### other names", ""]
    lines += ScriptInterface.aliases.map { "- `\($0.name)`: \($0.doc) `\($0.type)`" }.map(plain)
    lines.append("- `secret`: A handle: it can be passed on and not read.")
    lines.append("- `url`: An option of type `url`; `/` joins a path to it.")
    return lines.joined(separator: "\n")
  }

  private static func plain(_ type: String) -> String { type.replacing("authrun.", with: "") }
}
