import Providers
import Standards

extension WrongCall {
  static let signatures = privateKeys + templates + wrongKeys + orders + requests(of: "aws_v4")

  private static let privateKeys: [WrongCall] =
    ["rsa_sha1", "rsa_sha256", "rsa_sha512"].flatMap { name in
      [
        WrongCall("ctx.sign.\(name)()", "sign.\(name)", "the key must be a secret, such as"),
        WrongCall("ctx.sign.\(name)('pem', 'a')", "sign.\(name)", "the key must be a secret"),
        WrongCall(
          "ctx.sign.\(name)(ctx.opt.app_key)",
          "sign.\(name)",
          "takes text, a secret or a list of them, not nil"
        ),
        WrongCall(
          "ctx.sign.\(name)(ctx.opt.app_key, 'a', 'octal')",
          "sign.\(name)",
          "the format is one of hex, "
        ),
        WrongCall(
          "ctx.sign.\(name)(ctx.opt.app_key, 'a', 'hex', 1)",
          "sign.\(name)",
          "takes at most 3 arguments"
        ),
        WrongCall(
          "ctx.sign.\(name)(ctx.opt.app_key, 'a')",
          "sign.\(name)",
          "secret 'app_key': ",
          isFailure: true
        ),
      ]
    }

  private static let templates: [WrongCall] =
    [
      ("()", "takes a table, not nil"), ("({}, 1)", "takes at most 1 argument"),
      (" { pats = {} }", "unknown field 'pats'; there are parts, digest"),
      (" {}", "takes one of digest, hmac and rsa, whose value is one of md5, sha1, "),
      (" { digest = 'md4' }", "takes one of digest, hmac and rsa"),
      (" { digest = 'md5', hmac = 'md5' }", "takes one of digest, hmac and rsa"),
      (" { digest = 'md5', key = 'k' }", "key goes with hmac and rsa"),
      (" { hmac = 'md5' }", "key goes with hmac and rsa"),
      (" { digest = 'md5', hash_key = true }", "hash_key is true or false, and for hmac only"),
      (" { hmac = 'md5', key = 'k', hash_key = 1 }", "hash_key is true or false"),
      (" { rsa = 'sha256', key = 'k' }", "key must be a secret, such as"),
      (" { digest = 'md5', format = 'octal' }", "the format is one of hex, "),
      (" { digest = 'md5' }", "parts must be a list of texts, secrets and { sorted"),
      (" { digest = 'md5', parts = {} }", "parts must be a list of texts, secrets and { sorted"),
      (" { digest = 'md5', parts = { {} } }", "parts holds table, which is no text, secret or"),
      (" { digest = 'md5', parts = { { sorted = 1 } } }", "sorted must be a table of names"),
      (
        " { digest = 'md5', parts = { { sorted = {}, by = 1 } } }",
        "unknown field 'by' beside sorted; there are sorted, assign"
      ),
      (
        " { digest = 'md5', parts = { { sorted = {} }, { sorted = {} } } }",
        "parts can sort parameters once only"
      ),
      (
        " { digest = 'md5', parts = { { sorted = { a = { b = 1 } } } } }",
        "sorted.a must be text, a number, a secret or a list"
      ),
      (" { digest = 'md5', parts = { { sorted = {}, assign = 1 } } }", "assign must be text"),
      (" { digest = 'md5', parts = { { sorted = {}, encode = 1 } } }", "encode is true or false"),
      (
        " { digest = 'md5', parts = { { sorted = {}, without = 'a' } } }",
        "without must be a list of names"
      ),
      (
        " { digest = 'md5', parts = { { sorted = {}, without = { 1 } } } }",
        "without must be a list of names"
      ),
    ].map { WrongCall("ctx.sign.template\($0.0)", "sign.template", $0.1) }

  private static let wrongKeys: [WrongCall] = [
    WrongCall(
      "ctx.sign.template { rsa = 'sha256', key = ctx.opt.app_key, parts = { 'a' } }",
      "sign.template",
      "secret 'app_key': ",
      isFailure: true
    )
  ]

  private static let orders: [WrongCall] =
    [
      ("()", "takes a table, not nil"), ("({}, {}, 1)", "takes at most 2 arguments"),
      ("({ url = ctx.opt.base })", "takes a table, not nil"),
      ("({}, { key = 1 })", "unknown field 'key'; there are access_key_id"),
      ("({}, {})", "secret_access_key must be a secret"),
      ("({}, { secret_access_key = 'k' })", "secret_access_key must be a secret"),
      ("({}, { secret_access_key = ctx.opt.app_key, session_token = {} })", "session_token must"),
      ("({}, { secret_access_key = ctx.opt.app_key })", "access_key_id must be text of letters"),
      (
        "({}, { secret_access_key = ctx.opt.app_key, access_key_id = 'A', region = 'a/b' })",
        "region must be text of letters"
      ),
    ].map { WrongCall("ctx.sign.aws_v4\($0.0)", "sign.aws_v4", $0.1) }

  private static func requests(of name: String) -> [WrongCall] {
    [
      ("{}", "url must be text, not nil", false),
      ("{ url = ctx.opt.base, port = 1 }", "unknown field 'port'; there are method", false),
      ("{ url = ctx.opt.base, method = {} }", "method must be text, not table", false),
      ("{ url = ctx.opt.base, body = {} }", "body must be text, not table", false),
      ("{ url = ctx.opt.base, headers = 1 }", "headers must be a table of names", false),
      ("{ url = ctx.opt.base, headers = { a = {} } }", "headers.a must be text, not table", false),
      ("{ url = 'https://c.example/' }", "c.example is not among the descriptor's hosts", true),
    ].map {
      let order =
        "{ access_key_id = 'A', secret_access_key = ctx.opt.app_key, region = 'r', service = 's' }"
      return WrongCall(
        "ctx.sign.\(name)(\($0.0), \(order))",
        "sign.\(name)",
        $0.1,
        isFailure: $0.2
      )
    }
  }
}
