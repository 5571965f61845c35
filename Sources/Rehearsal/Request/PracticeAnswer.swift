import Standards

/// What a step answers, with the report of what it checked.
struct PracticeAnswer {
  var report: StepReport
  var response: HTTPResponse
}

extension HTTPResponse {
  static func form(_ pairs: [(String, String)], status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: HTTPFields([
        HTTPField("Content-Type", "application/x-www-form-urlencoded"),
        HTTPField("Cache-Control", "no-store"),
      ]),
      body: Array(FormEncoding.encode(Parameters(pairs)).utf8)
    )
  }

  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: HTTPFields([
        HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store"),
      ]),
      body: Array(value.serialized.utf8)
    )
  }

  static func redirect(to location: String) -> HTTPResponse {
    HTTPResponse(
      status: 302,
      headers: HTTPFields([
        HTTPField("Location", location), HTTPField("Cache-Control", "no-store"),
        // The address of the page holds the state.
        HTTPField("Referrer-Policy", "no-referrer"),
      ])
    )
  }
}
