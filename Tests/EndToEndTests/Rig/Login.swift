import Foundation
import TestSupport
import Testing

/// A login that waits for its callback.
struct Login {
  let rig: Rig
  let running: RunningCommand
  /// The authorization URL that authrun printed.
  let url: String

  /// Presses Allow and waits for the end.
  func allow() async throws -> CommandResult {
    _ = try await rig.visit(url)
    return try await running.result()
  }

  /// Presses Allow and keeps the callback back.
  func callback(decision: String = "allow") async throws -> String {
    let visit = try await rig.visit(url, decision: decision, deliver: false)
    return try #require(visit.callback, "no callback: \(visit.page)")
  }
}

extension Rig {
  /// Tests run side by side, so that the one port that twitter.lua names cannot serve them all.
  static func freePort(_ provider: String, _ arguments: [String] = []) -> [String] {
    let names = ["--capture", "--redirect-uri"]
    guard provider == "twitter", !arguments.contains(where: names.contains) else { return [] }
    return ["--redirect-uri", "http://127.0.0.1:{port}/callback"]
  }

  /// Starts a login without a browser and waits until the URL is printed.
  func beginLogin(
    _ provider: String,
    _ arguments: [String] = [],
    input: Command.Input = .empty,
    variables: [String: String] = [:]
  ) async throws -> Login {
    var command = try command(
      ["login", provider, "--json", "--browser", "none"] + arguments
        + Self.freePort(provider, arguments),
      variables: variables
    )
    command.input = input
    let running = try command.start()
    let mark = provider == "twitter" ? "https://api.twitter.com/oauth/auth" : "https://accounts."
    let line = try await running.errorLine(containing: mark)
    let start = try #require(line.range(of: mark)?.lowerBound)
    let url = line[start...].prefix { !$0.isWhitespace && $0 != "\u{1b}" }
    return Login(rig: self, running: running, url: String(url))
  }

  /// A whole login that must succeed; returns what it printed.
  @discardableResult
  func logIn(
    _ provider: String,
    _ arguments: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CommandResult {
    let result =
      provider == "acme"
      ? try await command(["login", provider, "--json"] + arguments).run()
      : try await beginLogin(provider, arguments).allow()
    try #require(result.status == 0, "\(result)", sourceLocation: sourceLocation)
    return result
  }

  /// The token as `authrun token` prints it.
  func token(
    _ account: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws
    -> String
  {
    let result = try await authrun("token", account)
    try #require(result.status == 0, "\(result)", sourceLocation: sourceLocation)
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// An executable that does this with the URL, for `--browser`.
  func browser(_ script: String) throws -> String {
    try home.write("#!/bin/sh\n\(script)\n", to: "browser.sh", mode: 0o700)
  }
}

extension CommandResult {
  /// Both streams: with `--json` an error may be told on standard output alone.
  var said: String { output + errors }
}

/// The members of a JSON object that a command printed.
struct Printed {
  private let members: [String: Any]

  init(_ result: CommandResult, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let value = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
    members = try #require(
      value as? [String: Any],
      "no JSON object: \(result)",
      sourceLocation: sourceLocation
    )
  }

  private init(members: [String: Any]) {
    self.members = members
  }

  func text(_ name: String) -> String? {
    members[name] as? String
  }

  func texts(_ name: String) -> [String]? {
    members[name] as? [String]
  }

  func object(_ name: String) -> Printed {
    Printed(members: members[name] as? [String: Any] ?? [:])
  }

  func isNull(_ name: String) -> Bool {
    members[name] is NSNull
  }
}

/// One parameter of a URL's query, decoded.
func parameter(_ name: String, of url: String) -> String? {
  URLComponents(string: url)?.queryItems?.first { $0.name == name }?.value
}

/// The URL with one parameter's text replaced, or dropped when `value` is nil.
func replacing(_ name: String, of url: String, with value: String?) -> String {
  let parts = url.split(separator: "?", maxSplits: 1)
  let pairs = (parts.count == 2 ? parts[1] : "").split(separator: "&").compactMap { pair in
    guard pair.hasPrefix(name + "=") else { return String(pair) }
    return value.map { "\(name)=\($0)" }
  }
  return parts[0] + "?" + pairs.joined(separator: "&")
}
