import Standards

/// Writes the `ctx` that every hook gets as its first argument.
enum ContextTable {
  static let httpNames = ["get", "post", "put", "patch", "delete", "request"]
  static let jwtNames = ["claims", "header", "sign"]

  static func write(_ context: ScriptContext, into writer: inout ScriptMessageWriter) {
    writer.readOnly("ctx", 10)
    writer.key("opt")
    writeOptions(context, into: &writer)
    functions("http", httpNames, into: &writer)
    functions("jwt", jwtNames, into: &writer)
    functions("hash", HashCalls.names, into: &writer)
    functions("sign", SignCalls.names, into: &writer)
    writeBrowser(context, into: &writer)
    for name in ["prompt", "now", "log", "fail"] {
      writer.key(name)
      writer.hostFunction(name)
    }
  }

  private static func functions(
    _ group: String,
    _ names: [String],
    into writer: inout ScriptMessageWriter
  ) {
    writer.key(group)
    writer.readOnly("ctx.\(group)", names.count)
    for name in names {
      writer.key(name)
      writer.hostFunction("\(group).\(name)")
    }
  }

  private static func writeBrowser(
    _ context: ScriptContext,
    into writer: inout ScriptMessageWriter
  ) {
    writer.key("browser")
    writer.readOnly("ctx.browser", 2)
    writer.key("authorize")
    writer.hostFunction("browser.authorize")
    writer.key("redirect_uri")
    if let uri = context.redirectURI { writer.string(uri) } else { writer.absent() }
  }

  private static func writeOptions(
    _ context: ScriptContext,
    into writer: inout ScriptMessageWriter
  ) {
    writer.readOnly("ctx.opt", context.options.count)
    for (name, option) in context.options {
      writer.key(name)
      switch option {
      case .text(let text): writer.string(text)
      case .boolean(let value): writer.boolean(value)
      case .integer(let value): writer.integer(value)
      case .url(let url): writer.url(url.text)
      case .absent: writer.absent()
      case .secret:
        if let index = context.optionHandles[name] {
          writer.handle(index, name: name)
        } else {
          writer.absent()
        }
      }
    }
  }
}
