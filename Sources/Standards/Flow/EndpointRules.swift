/// How one step's request departs from the standard; the defaults depart in nothing.
package struct EndpointRules: Hashable, Sendable {
  /// Where the parameters of a request travel.
  package enum Body: String, Hashable, Sendable, CaseIterable {
    /// `application/x-www-form-urlencoded` in the body (RFC 6749 App. B).
    case form
    /// One JSON object of strings in the body.
    case json
    /// In the URL's query.
    case query
  }

  package var method: String
  package var body: Body
  /// Constant parameters; one with the name of a standard parameter takes its place.
  package var parameters: Parameters
  /// New names for standard parameters, by standard name.
  package var rename: [String: String]
  /// Standard parameters to leave out, by standard name.
  package var drop: Set<String>
  /// Header fields that replace ours of the same name.
  package var headers: HTTPFields

  package init(
    method: String = "POST",
    body: Body = .form,
    parameters: Parameters = Parameters(),
    rename: [String: String] = [:],
    drop: Set<String> = [],
    headers: HTTPFields = HTTPFields()
  ) {
    self.method = method
    self.body = body
    self.parameters = parameters
    self.rename = rename
    self.drop = drop
    self.headers = headers
  }

  /// Applies the constants, the dropped names and the new names to a step's standard parameters.
  ///
  /// - Parameters:
  ///   - standard: what the standard asks for, in its order.
  ///   - guarded: names whose value only the flow may set, whatever the constants say.
  /// - Returns: the parameters to send.
  package func applied(to standard: Parameters, guarding guarded: Set<String> = []) -> Parameters {
    var constants = parameters.pairs.filter { !guarded.contains($0.nameText) }
    var result = Parameters()
    for pair in standard.pairs where !drop.contains(pair.nameText) {
      let name = pair.nameText
      let constant = constants.firstIndex { $0.name == pair.name }
      var sent = constant.map { constants.remove(at: $0) } ?? pair
      sent.name = Array((rename[name] ?? name).utf8)
      result.pairs.append(sent)
    }
    result.pairs += constants
    return result
  }

  /// Makes the request that carries `parameters` to `endpoint` the way these rules say.
  package func request(to endpoint: URI, carrying parameters: Parameters) -> HTTPRequest {
    var request = HTTPRequest(method: method, url: endpoint)
    request.headers["Accept"] = "application/json"
    switch effectiveBody {
    case .query:
      request.url = endpoint.appendingQuery(parameters)
    case .form:
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = Array(FormEncoding.encode(parameters).utf8)
    case .json:
      var object = JSONObject()
      for pair in parameters.pairs {
        object[pair.nameText] = .string(pair.valueText)
      }
      request.headers["Content-Type"] = "application/json"
      request.body = Array(JSONValue.object(object).serialized.utf8)
    }
    request.secrets.parameters = parameters.secretNames
    request.secrets.isInBody = !request.body.isEmpty && !parameters.secretNames.isEmpty
    for field in headers.fields { request.headers.set(field) }
    return request
  }

  /// The place for parameters; a method without a body leaves only the query (RFC 9110 §9.3.1).
  private var effectiveBody: Body {
    method == "GET" || method == "HEAD" ? .query : body
  }
}
