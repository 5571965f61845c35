import HTTP
import Standards

/// What happened in a login up to the point where the user is sent away.
///
/// A login is a function of the random bytes it draws, the time, and the answers it gets. Run again with the
/// same it comes to the same point, in whatever way the provider wants it: nothing here knows the flows.
struct LoginRecording: Sendable {
  struct Exchange: Sendable {
    let method: String
    let url: String
    let response: HTTPResponse
  }

  var begun: Timestamp
  /// What was drawn, in order.
  var random: [[UInt8]] = []
  var exchanges: [Exchange] = []
}

extension LoginRecording {
  var json: JSONValue {
    .object(
      JSONObject([
        ("begun", .integer(begun.seconds)),
        ("random", .array(random.map { .string(Base64.encode($0)) })),
        ("exchanges", .array(exchanges.map(\.json))),
      ])
    )
  }

  /// `nil` for what no version wrote.
  init?(_ value: JSONValue?) {
    guard let begun = value?["begun"]?.int64, let random = value?["random"]?.array,
      let exchanges = value?["exchanges"]?.array
    else { return nil }
    self.init(begun: Timestamp(seconds: begun))
    for text in random {
      guard let bytes = text.string.flatMap({ try? Base64.decode($0) }) else { return nil }
      self.random.append(bytes)
    }
    for value in exchanges {
      guard let exchange = Exchange(value) else { return nil }
      self.exchanges.append(exchange)
    }
  }
}

extension LoginRecording.Exchange {
  fileprivate var json: JSONValue {
    let headers = response.headers.fields.map {
      JSONValue.array([.string($0.name), .string($0.value)])
    }
    return .object(
      JSONObject([
        ("method", .string(method)), ("url", .string(url)),
        ("status", .integer(Int64(response.status))), ("headers", .array(headers)),
        ("body", .string(Base64.encode(response.body))),
      ])
    )
  }

  fileprivate init?(_ value: JSONValue) {
    guard let method = value["method"]?.string, let url = value["url"]?.string,
      let status = value["status"]?.int64.flatMap({ Int(exactly: $0) }),
      let headers = value["headers"]?.array,
      let body = value["body"]?.string.flatMap({ try? Base64.decode($0) })
    else { return nil }
    var fields: [HTTPField] = []
    for header in headers {
      guard let pair = header.array, pair.count == 2, let name = pair[0].string,
        let text = pair[1].string
      else { return nil }
      fields.append(HTTPField(name, text))
    }
    self.init(
      method: method,
      url: url,
      response: HTTPResponse(status: status, headers: HTTPFields(fields), body: body)
    )
  }
}
