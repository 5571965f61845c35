extension DescriptorDraft {
  /// Text as a Lua string.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private var scopeList: String {
    scopes.isEmpty ? "{}" : "{ \(scopes.map(Self.literal).joined(separator: ", ")) }"
  }

  private var authentication: String { Self.literal(clientAuth ?? "basic") }

  private var secretOption: String {
    clientAuth == "none"
      ? "" : "\n    client_secret = { help = \"the client secret of your app\" },"
  }

  private var request: String {
    """
      request = {
        base = \(url("base")), -- what `authrun request` puts before a path
        -- token = { header = "X-Token" }, -- where calls carry the token, when that is not Authorization
        -- headers = { ["x-api-version"] = "3" }, -- what every call needs besides
      },

    """
  }

  private var identity: String {
    """
      -- How to find out who has logged in: the path of a call, and where its answer keeps what.
      -- identity = { get = "/me", id = "/id", login = "/login", name = "/name", email = "/email" },
    """
  }

  private func url(_ option: String) -> String {
    let standard = questions.first { $0.option == option }?.standard ?? ""
    return Self.literal(answers[option] ?? standard)
  }

  var oauth2: String {
    """
      options = {
        client_id = { help = "the client id of your app" },\(secretOption)
      },

      oauth2 = {
        authorize = \(url("authorize")), -- the page where the user agrees
        token = \(url("token")), -- where the code becomes a token
        client_auth = \(authentication), -- how the client proves itself there: basic, post, none
        scopes = \(scopeList), -- asked for where the user names none
        -- scope_separator = ",", -- what stands between them, when it is no space
        -- pkce = "forbidden", -- only for a service that fails on code_challenge
        -- revoke = "https://…", -- where `authrun logout` gives the token back
        -- response = { access_token = "/data/access_token" }, -- when the answer is built otherwise
      },

      -- The redirect URI to register; without this line it is http://127.0.0.1:{port}/callback with any port.
      -- capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8910/callback" } },

    \(request)
    \(identity)
    """
  }

  var oidc: String {
    """
      options = {
        client_id = { help = "the client id of your app" },\(secretOption)
      },

      -- What the ID token must say; its signature is checked with the keys of `jwks`.
      oidc = { issuer = \(url("issuer")) },

      oauth2 = {
        authorize = \(url("authorize")), -- the page where the user agrees
        token = \(url("token")), -- where the code becomes a token
        jwks = \(url("jwks")), -- the service's keys
        client_auth = \(authentication), -- how the client proves itself there: basic, post, none
        scopes = \(scopes.isEmpty ? "{ \"openid\", \"email\", \"profile\" }" : scopeList),
        -- userinfo = "https://…", -- where more is told about the user
      },

    \(request)
    """
  }

  var oauth1: String {
    """
      options = {
        consumer_key = { help = "the key of your app" },
        consumer_secret = { help = "the secret that belongs to the key" },
      },

      oauth1 = {
        request_token = \(url("request-token")), -- where the login gets its temporary token
        authorize = \(url("authorize")), -- the page where the user agrees
        access_token = \(url("token")), -- where it becomes the lasting one
        signature = "HMAC-SHA1", -- or HMAC-SHA256, HMAC-SHA512, PLAINTEXT
      },

      -- The callback to register. "pin" is for services whose page shows a code to type.
      capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8910/callback" }, "pin" },

    \(request)
    \(identity)
    """
  }

  var clientCredentials: String {
    """
      options = {
        client_id = { help = "the client id of your app" },\(secretOption)
      },

      oauth2 = {
        token = \(url("token")), -- where the client gets its own token; there is no user
        client_auth = \(authentication), -- how the client proves itself there: basic, post
        scopes = \(scopeList), -- asked for where the user names none
        -- audience = "https://…", -- for whom the token is, when the service asks
      },

    \(request)
    """
  }

  var jwt: String {
    """
      options = {
        issuer = { required = true, help = "who signs: the account's name or number at the service" },
        private_key = { help = "the private key of the account, in PEM" },
      },

      -- The client signs a token with its private key and trades it for an access token. Without `exchange`
      -- the signed token itself goes with each request.
      jwt = {
        alg = "RS256",
        claims = { iss = "{issuer}", aud = \(url("token")) },
        lifetime = 600, -- seconds
        exchange = \(url("token")),
        scopes = \(scopeList),
      },

    \(request)
      rehearsal = { options = { issuer = "practice@service.example" } },
    """
  }

  var apiKey: String {
    """
      options = {
        api_key = { help = "the key, from your account's page" },
      },

      -- verify = "/me": asks there at login, so that a wrong key is not kept.
      api_key = {},

      request = {
        base = \(url("base")), -- what `authrun request` puts before a path
        token = { header = "X-API-Key" }, -- the header field that carries the key
      },
    """
  }

  var basic: String {
    """
      options = {
        username = { help = "the user's name, or the account's number" },
        password = { help = "the password, or the key that stands for one" },
      },

      -- verify = "/me": asks there at login, so that a wrong password is not kept.
      basic = {},

      request = { base = \(url("base")) }, -- what `authrun request` puts before a path
    """
  }

  var custom: String {
    """
      options = {
        base = { type = "url", default = \(url("base")), help = "where the service is" },
        -- `bind` keeps the key from any other host.
        app_key = { type = "secret", required = true, bind = { "{base}" }, help = "the app's key" },
      },

      -- The script never holds the key or a token as text: `ctx.opt.app_key` is a handle that is filled in
      -- when the request leaves, and `take` cuts the tokens out of the answer.
      login = function(ctx)
        local r = ctx.http.post {
          url = ctx.opt.base / "login",
          form = { key = ctx.opt.app_key },
          take = { access = "/token", refresh = "/refresh_token" },
        }
        if not r.taken.access then
          return ctx.fail("invalid_credentials", "HTTP " .. r.status .. " without a token")
        end
        return { access = r.taken.access, refresh = r.taken.refresh, expires_in = r.json.expires_in }
      end,

      -- refresh = function(ctx, token) … end, -- renews what `login` gave, without the user

      request = { base = "{base}" },

      -- What `authrun rehearse` plays instead of the service.
      rehearsal = {
        options = { app_key = "practice-key" },
        replies = {
          {
            method = "POST",
            path = \(Self.literal(loginPath)),
            form = { key = "{app_key}" },
            json = { token = "{random}", refresh_token = "{random}", expires_in = 3600 },
          },
        },
      },
    """
  }

  /// The path of the practice login, below the base that stands in.
  private var loginPath: String {
    let base = answers["base"] ?? questions.first { $0.option == "base" }?.standard ?? ""
    let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
    let path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    return (path.hasSuffix("/") ? path : path + "/") + "login"
  }
}
