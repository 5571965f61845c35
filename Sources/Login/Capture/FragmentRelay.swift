import Standards

/// The page that hands over an answer which came in the fragment of its own address.
///
/// A browser tells no server the fragment, so the page's one script posts it back to where it came from.
/// The script is fixed, and the page's policy lets no other run.
enum FragmentRelay {
  private static let script = """
    const form = document.createElement('form');
    form.method = 'post';
    form.action = location.pathname;
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      field.value = value;
      form.append(field);
    }
    history.replaceState(null, '', location.pathname);
    document.body.append(form);
    form.submit();
    """

  static var response: HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: HTTPFields([
        HTTPField("Content-Type", "text/html; charset=utf-8"),
        HTTPField("Cache-Control", "no-store"),
        HTTPField(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'sha256-\(digest)'; form-action 'self'"
        ),
        HTTPField("Referrer-Policy", "no-referrer"),
        HTTPField("X-Content-Type-Options", "nosniff"),
      ]),
      body: Array(html.utf8)
    )
  }

  /// Of the script, byte for byte; a test compares.
  static let digest = "Oyi+PQ7YwUmjjmQoZKZmMfHx+sETOjjvmk2h+D9X5bc="

  /// What the digest is of.
  static var scriptText: String { script }

  private static var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8"><title>Logging in</title></head>
    <body><noscript>This provider answers by a way that needs a script; copy the address of this page
    and paste it into the terminal.</noscript><script>\(script)</script></body></html>

    """
  }
}
