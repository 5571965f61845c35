import Standards

/// The pages of a practice provider: plain HTML that works without scripts and with a screen reader.
enum ConsentPage {
  /// Asks; the form comes back with `consent` and `decision`.
  static func ask(_ provider: String, _ consent: Consent, ticket: String) -> HTTPResponse {
    let facts = consent.facts.map { name, text in
      "<dt>\(HTMLText.escape(name))</dt><dd>\(HTMLText.escape(text))</dd>"
    }
    return page(
      "Practice \(provider): allow access?",
      """
      <p>This page plays the part of <strong>\(HTMLText.escape(provider))</strong>. It runs on your own machine, \
      and nothing you choose here leaves it.</p>
      <p>authrun asks for access to the account <strong>\(HTMLText.escape(PracticeIdentity.login))</strong>.</p>
      <dl>\(facts.joined())</dl>
      <form method="post" action="/authrun/consent">
      <input type="hidden" name="consent" value="\(HTMLText.escape(ticket))">
      <button name="decision" value="allow" autofocus>Allow</button>
      <button name="decision" value="deny">Deny</button>
      </form>
      """
    )
  }

  static func pin(_ provider: String, _ pin: String) -> HTTPResponse {
    var response = page(
      "Practice \(provider): your PIN",
      """
      <p>Go back to the terminal and type this PIN:</p>
      <p><strong><code id="pin">\(HTMLText.escape(pin))</code></strong></p>
      """
    )
    response.headers[PracticeBrowser.pinField] = pin
    return response
  }

  static func refusal(_ provider: String, _ reason: String, status: Int = 400) -> HTTPResponse {
    page(
      "Practice \(provider): no access",
      "<p role=\"alert\">\(HTMLText.escape(reason))</p>",
      status: status
    )
  }

  private static func page(_ title: String, _ content: String, status: Int = 200) -> HTTPResponse {
    let style = """
      body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}\
      dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}\
      button{font:inherit;padding:.5rem 1.5rem;margin:0 .5rem .5rem 0}code{font-size:1.6rem}\
      :root{color-scheme:light dark}
      """
    let html = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(HTMLText.escape(title))</title><style>\(style)</style></head>
      <body><main><h1>\(HTMLText.escape(title))</h1>
      \(content)
      </main></body></html>

      """
    return HTTPResponse(
      status: status,
      headers: HTTPFields([
        HTTPField("Content-Type", "text/html; charset=utf-8"),
        HTTPField("Cache-Control", "no-store"),
        HTTPField("Referrer-Policy", "no-referrer"),
        HTTPField("X-Content-Type-Options", "nosniff"),
        // No scripts, nothing from elsewhere. The form's answer redirects to the callback of the
        // login, which a rule for form targets would forbid.
        HTTPField(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
        ),
      ]),
      body: Array(html.utf8)
    )
  }
}
