internal import Standards

extension DescriptorReader {
  mutating func readRehearsal(_ reader: TableReader) -> RehearsalSpec {
    var values: [String: String] = [:]
    for entry in reader.entries("options") {
      guard let text = entry.value.scalarText else { continue }
      guard let option = options[entry.name] else {
        report(
          entry.path,
          "\(entry.path): there is no option \"\(entry.name)\"",
          suggestion: Suggestion.nearest(to: entry.name, among: options.keys)
        )
        continue
      }
      do {
        values[entry.name] = try option.checked(text)
      } catch {
        report(entry.path, "\(entry.path) \(error)")
      }
    }
    if reader.has("replies"), kind != .custom {
      report(reader.path("replies"), "replies are for kind \"custom\"; OAuth is played by itself")
    }
    var replies: [RehearsalReply] = []
    for (value, path) in reader.elements("replies") {
      guard case .table(let table) = value else { continue }
      let reply = TableReader(table, DescriptorSchema.reply, at: path)
      replies.append(readReply(reply))
    }
    return RehearsalSpec(options: values, replies: replies)
  }

  private mutating func readReply(_ reader: TableReader) -> RehearsalReply {
    let path = reader.text("path") ?? "/"
    if !path.hasPrefix("/") { report(reader.path("path"), "a path begins with \"/\"") }
    var headers: [HTTPField] = []
    for entry in reader.entries("headers") {
      checkHeader(entry.name, at: entry.path, reserved: [])
      if let text = entry.value.text { headers.append(HTTPField(entry.name, text)) }
    }
    for entry in reader.entries("set_cookies") {
      guard let text = entry.value.text else { continue }
      if !Cookie.isName(entry.name) {
        report(entry.path, "\"\(entry.name)\" is no cookie's name (RFC 6265 §4.1.1)")
      }
      headers.append(HTTPField("Set-Cookie", "\(entry.name)=\(text); Path=/; Secure; HttpOnly"))
    }
    var body: JSONValue?
    if let value = reader.value("json") {
      body = value.json
      if body == nil { report(reader.path("json"), "\(reader.path("json")) is no plain data") }
    }
    return RehearsalReply(
      method: reader.text("method") ?? "GET",
      path: path,
      form: reader.has("form") ? templates(reader, "form", allowsSecrets: true) : nil,
      requiresBearer: reader.boolean("bearer"),
      status: Int(reader.integer("status") ?? 200),
      headers: headers,
      json: body
    )
  }
}
