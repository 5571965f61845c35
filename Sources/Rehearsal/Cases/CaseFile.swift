package import Standards

/// The recorded cases of one provider: what it is asked, what it answers, and what comes of it.
///
/// Kept beside the descriptor as `<id>.cases.json`; `docs/providers.md` describes the format.
package struct CaseFile: Hashable, Sendable {
  /// The descriptor's id.
  package var provider: String
  /// The time at which each case begins.
  package var now: Timestamp
  /// Values of the descriptor's options, as a user would type them; none may be a real secret.
  package var options: [String: String]
  package var cases: [ProviderCase]

  package init(
    provider: String,
    now: Timestamp = CaseFile.standardTime,
    options: [String: String] = [:],
    cases: [ProviderCase] = []
  ) {
    self.provider = provider
    self.now = now
    self.options = options
    self.cases = cases
  }

  /// 2026-01-01T00:00:00Z, the time of cases that name none.
  package static let standardTime = Timestamp(seconds: 1_767_225_600)

  /// The path of the cases that belong to the descriptor at `path`.
  package static func path(ofDescriptor path: String) -> String {
    (path.hasSuffix(".lua") ? String(path.dropLast(4)) : path) + ".cases.json"
  }

  /// The case with those that it comes after, the first one first; `nil` when one is missing or comes after itself.
  func chain(to name: String) -> [ProviderCase]? {
    var chain: [ProviderCase] = []
    var next: String? = name
    while let name = next {
      guard let found = cases.first(where: { $0.name == name }),
        !chain.contains(where: { $0.name == name })
      else { return nil }
      chain.insert(found, at: 0)
      next = found.after
    }
    return chain
  }
}

/// One recorded case: something that is done, each step of it, and its end.
package struct ProviderCase: Hashable, Sendable {
  package var name: String
  /// The case whose account this one goes on with.
  package var after: String?
  /// The time, where it is another than the file's.
  package var now: Timestamp?
  package var action: CaseAction
  package var steps: [CaseStep]
  package var result: CaseResult

  package init(
    name: String,
    after: String? = nil,
    now: Timestamp? = nil,
    action: CaseAction,
    steps: [CaseStep] = [],
    result: CaseResult = .unknown
  ) {
    self.name = name
    self.after = after
    self.now = now
    self.action = action
    self.steps = steps
    self.result = result
  }
}

/// What a case does, as the commands of the same names do it.
package enum CaseAction: Hashable, Sendable {
  case login(CaseLogin)
  case refresh
  case request(CaseRequest)
  case sign(CaseRequest)
  case logout

  package static let names = ["login", "refresh", "request", "sign", "logout"]

  package var name: String {
    switch self {
    case .login: "login"
    case .refresh: "refresh"
    case .request: "request"
    case .sign: "sign"
    case .logout: "logout"
    }
  }
}

/// The arguments of a login.
package struct CaseLogin: Hashable, Sendable {
  package var scopes: [String] = []
  /// Options that differ from those of the file.
  package var options: [String: String] = [:]
  package var redirectURI: String?
  /// How the answer comes back; `nil` means by an address, as from a browser.
  package var capture: String?
  /// What the user types when asked, in order.
  package var answers: [String] = []

  package init() {}
}

/// A request to the provider's API, as `authrun request` and `authrun sign` take it.
package struct CaseRequest: Hashable, Sendable {
  package var method: String
  /// A whole URL, or a path below the descriptor's `request.base`.
  package var target: String
  package var headers: HTTPFields
  package var body: [UInt8]

  package init(
    method: String = "GET",
    target: String,
    headers: HTTPFields = HTTPFields(),
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// One step of a case, in the order in which it happens.
package enum CaseStep: Hashable, Sendable {
  /// The user is sent to a page, and this comes back; without a URL any page will do.
  case browser(url: String?, CaseCallback)
  /// A request is made, and this is the answer; without a request any will do.
  case exchange(GoldenRequest?, CaseReply)
}

/// What comes back from the browser.
package enum CaseCallback: Hashable, Sendable {
  /// The parameters of the callback; `{name}` in a value stands for the authorize URL's parameter of that name.
  case parameters([Pair])
  /// What the user types, such as a PIN.
  case typed(String)

  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// What a provider answers.
package enum CaseReply: Hashable, Sendable {
  case response(HTTPResponse)
  /// No answer comes: the connection fails.
  case failure(CaseFailure)
}

/// A way in which no answer comes.
package enum CaseFailure: String, Hashable, Sendable, CaseIterable {
  case refused
  case timeout
  case closed
}

/// How a case ends.
package enum CaseResult: Hashable, Sendable {
  /// With these members among those of the result.
  case success(JSONObject)
  /// With an error that has these members.
  case failure(JSONObject)
  /// Nobody has said so yet; recording fills it in.
  case unknown
}
