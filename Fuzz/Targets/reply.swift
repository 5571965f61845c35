import Standards

@testable import Providers

/// What crosses between host and script: a helper's frames, encoded values, and a server's answer.
func examine(_ input: [UInt8]) {
  if case .ended(let report) = try? HelperFrame.read(input) {
    if case .ended(let error) = report.result(
      chunkName: "fuzz.lua",
      hook: nil,
      effectError: { _ in nil }
    ) {
      expect(error.location.hasPrefix("fuzz.lua"), "a place is one in the file")
      expect(!error.description.contains("\u{1B}"), "an error is printable")
    }
  }
  var reader = ScriptMessageReader(input)
  if let value = try? reader.value(), !value.containsNaN {
    var writer = ScriptMessageWriter()
    writer.value(value)
    var again = ScriptMessageReader(writer.bytes)
    // Inwards a function does not exist, so that it becomes nil.
    if !value.containsFunction {
      expect((try? again.value()) == value, "a value that was written is read")
    }
  }
  resume(with: input)
  for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
    answer(type, input)
  }
}

/// Gives the bytes themselves to a script that waits: they may be no encoding at all.
private func resume(with bytes: [UInt8]) {
  let host = Waiting()
  guard let guest = try? Guest(limits: limits, chunkName: "fuzz.lua", host: host) else { return }
  guard (try? guest.load(source)) != nil, (try? guest.declare()) != nil else {
    impossible("the script loads")
  }
  guard case .pending = guest.start("test", context) else { impossible("the script waits") }
  _ = guest.resume(.value(bytes), hook: "test")
}

/// Lets a server answer with the bytes.
private func answer(_ type: String, _ body: [UInt8]) {
  var context = ScriptContext(options: [:], effects: Nothing()) { _ in true }
  let secret = context.lend(Secret("s3cret-value"), name: "key")
  guard let url = try? URI("https://a.example/"), let token = try? JSONPointer("/token") else {
    impossible("they are right")
  }
  var request = ScriptRequest(request: HTTPRequest(method: "GET", url: url))
  request.take = ["token": .body(token)]
  let response = HTTPResponse(
    status: 200,
    headers: HTTPFields([HTTPField("Content-Type", type)]),
    body: body
  )
  let shown = ResponseForScript(response, to: request, context: &context)
  let bytes = shown.write(secrets: context.secrets)
  expect(
    bytes.firstRange(of: Array("s3cret-value".utf8)) == nil,
    "no secret reaches the script"
  )
  _ = secret
  resume(with: bytes)
}

private let limits: ScriptLimits = {
  var limits = ScriptLimits.standard
  limits.instructions = 1_000_000
  return limits
}()

private let source = Array(
  """
  return provider { api = 1, test = function(ctx)
    local r = ctx.now()
    if type(r) ~= "table" then return r end
    local ok, json = pcall(function() return r.json end)
    local seen = 0
    for k, v in pairs(r) do seen = seen + #tostring(k) + #tostring(v) end
    return { seen, ok and json or nil }
  end }
  """.utf8
)

private let context: [UInt8] = {
  var writer = ScriptMessageWriter()
  writer.list(1)
  ContextTable.write(ScriptContext(options: [:], effects: Nothing()) { _ in true }, into: &writer)
  return writer.bytes
}()

private final class Waiting: Guest.Host {
  func answer(_ name: String, _ arguments: [UInt8], mayWait: Bool) -> Guest.Answer { .wait }
  func effectError(_ number: Int) -> (any Error)? { nil }
}

private struct Nothing: ScriptEffects {
  struct Unused: Error {}

  @concurrent
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw Unused() }
  @concurrent
  func authorize(_ url: URI) async throws -> Parameters { throw Unused() }
  @concurrent
  func prompt(_ text: String, secret: Bool) async throws -> Secret { throw Unused() }
  func now() -> Timestamp { Timestamp(seconds: 0) }
  func log(_ line: String) {}
  var hashing: any Hashing { impossible("nothing is hashed") }
  var random: any RandomSource { impossible("nothing is drawn") }
}

extension ScriptValue {
  fileprivate var containsNaN: Bool {
    switch self {
    case .number(let value): value.isNaN
    case .table(let table):
      table.sequence.contains(where: \.containsNaN)
        || table.fields.values.contains(where: \.containsNaN)
    default: false
    }
  }

  fileprivate var containsFunction: Bool {
    switch self {
    case .function: true
    case .table(let table):
      table.sequence.contains(where: \.containsFunction)
        || table.fields.values.contains(where: \.containsFunction)
    default: false
    }
  }
}
