import Crypto
import Foundation
import HTTP
import Providers
import Rehearsal
import Standards
import TestSupport

/// A practice provider with a client that reaches it, for tests that send what they like.
struct PracticeClient {
  let provider: PracticeProvider
  let http: HTTPClient

  init(
    _ descriptor: Descriptor,
    options: [String: String] = [:],
    interactive: Bool = false
  )
    async throws
  {
    provider = try await PracticeProvider.start(
      descriptor,
      options: options,
      interactive: interactive
    )
    http = HTTPClient(
      HTTPClientSettings(
        caPEM: provider.caPEM,
        connectTo: provider.connectTo,
        usesProxies: false
      )
    )
  }

  /// The shipped descriptor called `id`.
  static func shipped(_ id: String) throws -> Descriptor {
    let path = "\(PackageLayout.providers)/\(id).lua"
    return try DescriptorLoader.load(
      source: [UInt8](Data(contentsOf: URL(filePath: path))),
      path: path,
      isolation: .thread
    )
  }

  static func descriptor(_ id: String, _ fields: String) throws -> Descriptor {
    let source = "return provider { api = 1, id = \"\(id)\", name = \"Test\", \(fields) }"
    return try DescriptorLoader.load(
      source: Array(source.utf8),
      path: "\(id).lua",
      isolation: .thread
    )
  }

  func option(_ name: String) -> String { provider.options[name] ?? "" }

  func get(_ url: String, _ fields: [HTTPField] = []) async throws -> HTTPResponse {
    try await http.send(
      HTTPRequest(method: "GET", url: URI(url), headers: HTTPFields(fields))
    )
  }

  func post(
    _ url: String,
    _ form: [(String, String)],
    _ fields: [HTTPField] = []
  ) async throws -> HTTPResponse {
    let type = HTTPField("Content-Type", "application/x-www-form-urlencoded")
    return try await http.send(
      HTTPRequest(
        method: "POST",
        url: URI(url),
        headers: HTTPFields(fields + [type]),
        body: Array(FormEncoding.encode(Parameters(form)).utf8)
      )
    )
  }

  /// Stops the provider and gives all that it reported.
  func finish() async -> [RehearsalEvent] {
    await provider.stop()
    var events: [RehearsalEvent] = []
    for await event in provider.events { events.append(event) }
    return events
  }
}

extension HTTPResponse {
  var form: Parameters { (try? FormEncoding.decode(body)) ?? Parameters() }
  var json: JSONValue { (try? JSONReader.read(body)) ?? .null }
  var text: String { String(decoding: body, as: UTF8.self) }
  var location: Parameters {
    (try? URI(headers["Location"] ?? "").queryParameters()) ?? Parameters()
  }
}

extension [RehearsalEvent] {
  /// The rules that the last request broke.
  var lastFaults: [String] { last?.checks.filter { !$0.passed }.map(\.rule) ?? [] }
}
