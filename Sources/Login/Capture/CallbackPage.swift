import Standards

/// The page that the user's browser shows when the provider has sent it back.
///
/// It carries no script and loads nothing, and every text that comes from outside is escaped.
struct CallbackPage {
  enum Tone {
    case success
    case failure
    case neutral
  }

  var status: Int
  var tone: Tone
  var title: String
  var text: String

  static func loggedIn(provider: String, as identity: Identity?) -> CallbackPage {
    let name = identity?.login ?? identity?.name ?? identity?.id
    let who = name.map { " as \($0)" } ?? ""
    return CallbackPage(
      status: 200,
      tone: .success,
      title: "Logged in to \(provider)\(who)",
      text: "authrun has stored the credential. You can close this page."
    )
  }

  static func failed(provider: String, reason: String) -> CallbackPage {
    CallbackPage(
      status: 200,
      tone: .failure,
      title: "Not logged in to \(provider)",
      text: "\(reason). You can close this page; the terminal says more."
    )
  }

  static func rejected(reason: String) -> CallbackPage {
    CallbackPage(
      status: 400,
      tone: .failure,
      title: "This is not the answer authrun waits for",
      text: "\(reason). The login still waits for the right one."
    )
  }

  static let continues = CallbackPage(
    status: 200,
    tone: .neutral,
    title: "The login goes on",
    text: "You can close this page."
  )

  static let ended = CallbackPage(
    status: 410,
    tone: .neutral,
    title: "This login is over",
    text: "Nothing waits for this answer any more. You can close this page."
  )

  static let notFound = CallbackPage(
    status: 404,
    tone: .neutral,
    title: "Nothing is here",
    text: "This address only receives the answer to a login."
  )

  var response: HTTPResponse {
    HTTPResponse(
      status: status,
      headers: HTTPFields([
        HTTPField("Content-Type", "text/html; charset=utf-8"),
        HTTPField("Cache-Control", "no-store"),
        HTTPField("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
        // The page's own address holds the code: it must not travel on.
        HTTPField("Referrer-Policy", "no-referrer"),
        HTTPField("X-Content-Type-Options", "nosniff"),
      ]),
      body: Array(html.utf8)
    )
  }

  private var html: String {
    let colour =
      switch tone {
      case .success: "#1a7f37"
      case .failure: "#b42318"
      case .neutral: "#57606a"
      }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(HTMLText.escape(title))</title>
      <meta name="viewport" content="width=device-width">
      <style>
      :root { color-scheme: light dark }
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 18vh auto; padding: 0 1rem }
      h1 { font-size: 1.4rem; border-left: .4rem solid \(colour); padding-left: .8rem }
      </style></head>
      <body><main><h1>\(HTMLText.escape(title))</h1><p>\(HTMLText.escape(text))</p></main></body></html>

      """
  }
}
