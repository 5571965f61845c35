import Standards

/// `ctx.date` and `ctx.time`: times as services write them, since a script has no calendar of its own.
enum DateCalls {
  static let formats = ["rfc3339", "date", "http", "parts"]

  /// `date(seconds, format)`: the time in UTC, as text or in its parts.
  static func date(_ call: CallArguments) throws(HostCallError) -> ScriptValue {
    try call.atMost(2)
    let seconds: Int64? =
      switch call[0] {
      case .number(let value): Int64(exactly: value.rounded(.down))
      default: call[0].wholeNumber
      }
    guard let seconds, Timestamp.writable.contains(seconds) else {
      throw call.wrong(
        "takes seconds since 1970 of the years 0 to 9999, as ctx.now() gives them, not "
          + (seconds == nil ? call[0].kindName : "these (are they milliseconds?)")
      )
    }
    let time = Timestamp(seconds: seconds)
    switch call[1] == .null ? "rfc3339" : call[1].text {
    case "rfc3339": return .text(time.rfc3339)
    case "date": return .text(String(time.rfc3339.prefix(10)))
    case "http": return .text(time.httpDate)
    case "parts":
      let parts = time.civilParts
      return .table(ScriptTable(fields: parts.mapValues { .integer(Int64($0)) }))
    default: throw call.wrong("the format is one of \(formats.joined(separator: ", "))")
    }
  }

  /// `time(text)`: the seconds since 1970 of a date, which is the service's to write rightly.
  static func time(_ call: CallArguments) throws(HostCallError) -> Int64 {
    try call.atMost(1)
    guard call[0] != .null else { throw call.wrong("takes a date, and there is none (nil)") }
    let text = try call.text(0, "the date")
    let time =
      Timestamp(rfc3339: text) ?? Timestamp(httpDate: text)
      ?? Timestamp(rfc3339: "\(text)T00:00:00Z")
    guard let time else {
      throw .fail(
        .protocol,
        "\(call.function): “\(PrintableText.of(text, limit: 40))” is no date such as "
          + "2026-01-31T12:00:00Z, 2026-01-31 or Sat, 31 Jan 2026 12:00:00 GMT"
      )
    }
    return time.seconds
  }
}
