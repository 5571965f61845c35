extension EditorTypes {
  /// What hooks are given, and `provider` itself.
  static var context: String {
    let codes = ScriptFailureCode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|")
    var lines = """
      ---Declares a provider; the file returns what it gives.
      ---@param descriptor authrun.descriptor
      ---@return authrun.descriptor
      function provider(descriptor) end

      ---A secret or a token that can be passed on and not read.
      ---@class authrun.secret

      ---A URL of the user's; `/` joins a path to it.
      ---@class authrun.url
      ---@operator div(string): authrun.url
      ---@operator concat(string): string

      ---What a login or a refresh gives back.
      ---@class (exact) authrun.tokens
      ---@field access authrun.secret|string The access token.
      ---@field refresh? authrun.secret|string The refresh token.
      ---@field expires? number When the access token ends, in seconds since 1970.
      ---@field expires_in? number In how many seconds it ends, instead of `expires`.
      ---@field token_type? string "Bearer" where absent.
      ---@field extras? table<string, any> Plain data to keep with the tokens.

      ---The stored tokens that a hook is given.
      ---@class (exact) authrun.token
      ---@field access authrun.secret
      ---@field refresh? authrun.secret
      ---@field extras table<string, any>

      ---Who an account is.
      ---@class (exact) authrun.person
      ---@field id? string|integer
      ---@field login? string
      ---@field name? string
      ---@field email? string

      ---A request of a script.
      ---@class (exact) authrun.request_table
      ---@field url string|authrun.url
      ---@field method? string For `ctx.http.request`.
      ---@field query? table<string, any>
      ---@field headers? table<string, any>
      ---@field header? table<string, any> The same as `headers`.
      ---@field form? table<string, any>
      ---@field json? any
      ---@field body? string|authrun.secret
      ---@field auth? any The Authorization field: `{ bearer = … }` or `{ basic = { user, password } }`.
      ---@field take? table<string, any> Names with JSON pointers: what is cut out of the answer as handles.
      ---@field expect? integer|integer[]|true Which statuses are no error; true is every 2xx.
      ---@field timeout? integer Seconds.

      ---The answer to a request of a script.
      ---@class authrun.response
      ---@field status integer
      ---@field headers table<string, string> Names in lower case.
      ---@field body string
      ---@field json any The body as JSON; reading it is an error when the answer is none.
      ---@field taken table<string, authrun.secret> What `take` cut out; nil where the answer had none.

      ---@class authrun.http

      """.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    for name in ContextTable.httpNames {
      lines.append("---@field \(name) fun(request: authrun.request_table|string): authrun.response")
    }
    lines += ["", "---@class authrun.jwt"]
    for name in ContextTable.jwtNames {
      lines.append(
        name == "sign"
          ? "---@field sign fun(order: authrun.jwt_order): authrun.secret"
          : "---@field \(name) fun(token: authrun.secret|string): table<string, any>"
      )
    }
    lines += [
      "", "---A JWT to sign.", "---@class (exact) authrun.jwt_order",
      "---@field alg string Such as \"RS256\".",
      "---@field key authrun.secret PEM or a JWK; for HS256 and its like the secret itself.",
      "---@field claims? table<string, any>", "---@field header? table<string, any>",
    ]
    lines += [
      "", "---@alias authrun.format \"hex\"|\"hex_upper\"|\"base64\"|\"base64url\"|\"raw\"",
    ]
    lines += ["", "---@class authrun.hash"]
    for name in HashCalls.names {
      let type =
        if name == "random" {
          "fun(bytes: integer, format?: authrun.format): string"
        } else if name.hasPrefix("hmac_") {
          "fun(key: any, text: any, format?: authrun.format): string|authrun.secret"
        } else {
          "fun(text: any, format?: authrun.format): string|authrun.secret"
        }
      lines.append("---@field \(name) \(type)")
    }
    lines += ["", "---@class authrun.sign"]
    for name in SignCalls.names {
      let type =
        switch name {
        case "template": "fun(order: authrun.template): string|authrun.secret"
        case "aws_v4":
          "fun(request: authrun.signable, order: authrun.aws_order): { headers: table<string, any> }"
        default:
          "fun(key: authrun.secret, text: any, format?: authrun.format): string|authrun.secret"
        }
      lines.append("---@field \(name) \(type)")
    }
    lines.append(
      """

      ---A signature over a text that is put together: one of `digest`, `hmac` and `rsa`.
      ---@class (exact) authrun.template
      ---@field parts any[] Texts, secrets and one `authrun.sorting`, in their order.
      ---@field digest? authrun.hash_name
      ---@field hmac? authrun.hash_name With `key`.
      ---@field rsa? authrun.hash_name RSASSA-PKCS1-v1_5, with the private key `key` in PEM or a JWK.
      ---@field key? any
      ---@field hash_key? boolean Keys the HMAC with the digest of `key`.
      ---@field format? authrun.format

      ---@alias authrun.hash_name "md5"|"sha1"|"sha256"|"sha384"|"sha512"

      ---Parameters by the bytes of their names and then of their values.
      ---@class (exact) authrun.sorting
      ---@field sorted table<string, any>
      ---@field assign? string Between name and value; "=" where absent.
      ---@field join? string Between pairs; "&" where absent.
      ---@field encode? boolean Percent-encodes names and values.
      ---@field without? string[] Names to leave out.

      ---The request that `sign` is given, or one of the script's own.
      ---@class authrun.signable
      ---@field url string|authrun.url
      ---@field method? string "GET" where absent.
      ---@field headers? table<string, any>
      ---@field body? string

      ---For AWS Signature Version 4.
      ---@class (exact) authrun.aws_order
      ---@field access_key_id string
      ---@field secret_access_key authrun.secret
      ---@field session_token? authrun.secret
      ---@field region string
      ---@field service string

      ---@class authrun.browser
      ---@field authorize fun(page: { url: string|authrun.url, query?: table<string, any> }): table<string, any>
      ---@field redirect_uri? string Where the browser comes back to; only in a login.

      ---@alias authrun.code \(codes)

      ---What every hook is given first.
      ---@class authrun.ctx
      ---@field opt table<string, any> The user's options; secrets are handles, URLs join with `/`.
      ---@field http authrun.http
      ---@field jwt authrun.jwt
      ---@field hash authrun.hash
      ---@field sign authrun.sign
      ---@field browser authrun.browser
      ---@field prompt fun(question: string|{ text: string, secret?: boolean }): string|authrun.secret
      ---@field now fun(): integer
      ---@field log fun(...: any)
      ---@field fail fun(code: authrun.code, message: string, provider_code?: string|integer)

      """
    )
    return lines.joined(separator: "\n")
  }
}
