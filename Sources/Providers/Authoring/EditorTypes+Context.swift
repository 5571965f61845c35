extension EditorTypes {
  /// What hooks are given and give back, and `provider` itself.
  static var context: String {
    let head = """
      ---Declares a provider; the file returns what it gives.
      ---@param descriptor authrun.descriptor
      ---@return authrun.descriptor
      function provider(descriptor) end

      ---A secret or a token that can be passed on and not read.
      ---@class authrun.secret

      ---A URL of the user's; `/` joins a path to it.
      ---@class authrun.url
      ---@operator div(string): authrun.url
      ---@operator concat(string): string

      """
    let aliases = ScriptInterface.aliases.map { alias in
      "---\(alias.doc)\n---@alias authrun.\(alias.name) \(alias.type)\n"
    }
    return ([head] + aliases + ScriptInterface.tables.map(classText)).joined(separator: "\n")
  }

  private static func classText(_ table: ScriptInterface.Table) -> String {
    var lines = ["---\(table.doc)"]
    lines.append("---@class \(table.isExact ? "(exact) " : "")authrun.\(table.name)")
    for member in table.members {
      lines.append(
        "---@field \(member.name)\(member.isOptional ? "?" : "") \(member.type) \(member.doc)"
      )
    }
    return (lines + [""]).joined(separator: "\n")
  }
}
