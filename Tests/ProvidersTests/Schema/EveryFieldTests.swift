import Providers
import Testing

/// Shows that no field of the schema is accepted and then ignored.
@Suite
struct EveryFieldTests {
  /// Between them these tables use every field, each with a value that is not the usual one.
  private static let tables: [ScriptValue] = [
    [
      "api": 1, "id": "one", "name": "One", "version": "1.2", "docs": "https://one.example/docs",
      "kind": "oauth1",
      "options": [
        "realm": [
          "type": "enum", "required": true, "default": "a", "values": ["a", "b"], "help": "Which.",
        ],
        "code": ["pattern": "[a-z]+"],
        "extra": ["type": "secret", "bind": ["api.one.example"]],
      ],
      "hosts": ["other.example"], "private_hosts": true,
      "oauth1": [
        "request_token": [
          "url": "https://api.one.example/r", "method": "GET", "params": ["p": "1"],
          "headers": ["X-A": "1"],
        ],
        "authorize": ["url": "https://api.one.example/a", "params": ["p": "1"]],
        "access_token": "https://api.one.example/t",
        "signature": "HMAC-SHA256", "realm": "{realm}", "transport": "query", "xauth": true,
        "callback_confirmed": "optional", "verifier": "optional", "empty_token": true,
        "body_hash": true,
      ],
      "capture": [["via": "pin", "redirect_uri": "oob2"]],
      "identity": [
        "from": "token", "base": "/u", "id": "/a", "login": "/b", "name": "/c", "email": "/d",
      ],
      "request": ["base": "https://api.one.example", "pagination": ["offset": "skip"]],
      "rehearsal": ["options": ["code": "abc"]],
    ],
    [
      "api": 1, "id": "two",
      "options": [
        "shop": ["pattern": "[a-z]+"], "shop_secret": ["type": "secret"],
        "dc": ["pattern": "[a-z]+"], "tenant": ["pattern": "[0-9]+"],
      ],
      "oauth2": [
        "authorize": [
          "url": "https://two.example/a", "params": ["p": "1"], "rename": ["client_id": "app"],
          "drop": ["scope"], "fragment": "page", "place": "fragment", "sorted": true,
        ],
        "token": [
          "url": "https://two.example/t", "method": "GET", "params": ["p": "1"],
          "rename": ["client_id": "app"], "drop": ["redirect_uri"], "headers": ["X-A": "1"],
        ],
        "refresh": ["url": "https://two.example/r", "body": "json", "auth": "none"],
        "grants": ["authorization_code", "client_credentials", "device_code"],
        "client_auth": "private_key_jwt", "repeat_client_id": true, "pkce": "optional",
        "client_assertion": [
          "alg": "ES256", "kid": "k1", "audience": "https://two.example", "lifetime": 90,
          "header": ["x5t": "abc"], "claims": ["scope": "a", "n": 1],
        ],
        "mtls": true, "scopes": ["s"], "scope_raw": true, "device": "https://two.example/d",
        "par": "https://two.example/p", "jar": true, "rar": [["type": "payment"]],
        "dpop": "ES384", "response_mode": "form_post",
        "introspect": "https://two.example/i", "userinfo": "https://two.example/u",
        "extend": "https://two.example/e", "jwks": "https://two.example/keys",
        "registration": [
          "url": "https://two.example/reg", "headers": ["X-A": "1"],
          "client": ["client_name": "Two"],
        ],
        "callback": [
          "code": "auth_code", "state": "st", "missing_state": "accepted", "error": "err",
          "error_description": "text", "payload": "payload", "iss": "ignored",
          "send": ["device_id": "device_id"], "set": ["shop": "shop"], "keep": ["realmId"],
          "hmac": [
            "param": "hmac", "key": "{shop_secret}", "hash": "SHA-512", "form": "base64",
            "separator": ";",
          ],
        ],
        "scope_separator": ",", "audience": "aud", "resource": ["https://two.example"],
        "response": [
          "access_token": "/d/access_token", "refresh_token": "/d/refresh_token",
          "token_type": "/d/token_type", "default_token_type": "mac", "expires_at": "/d/end",
          "expiry_unit": "milliseconds", "zero_means_never": true, "lifetime": 60,
          "scope": "/d/scope", "keep": ["/d/team"], "set": ["dc": "/d/dc"],
          "jwt_expiry": true, "format": "jsonp",
          "error": [
            "at": "/ok", "is": false, "code": "/code", "message": "/text", "invalid_grant": ["x"],
          ],
        ],
        "refresh_token": ["send_scope": true, "use": "access_token"],
      ],
      "request": [
        "base": ["from": "/d/api"], "token": ["header": "X-T", "prefix": "T "],
        "headers": ["X-A": "1"], "query": ["v": "2"],
        "pagination": [
          "cursor": "/meta/next", "parameter": "cursor", "items": "/items", "more": "/more",
        ],
      ],
      "lookups": [
        [
          "get": "https://two.example/sites", "headers": ["X-A": "1"],
          "token": ["header": "X-U", "prefix": "U "], "list": "/values", "match": ["/name": "{dc}"],
          "set": ["tenant": "/id"], "keep": ["/url"],
        ]
      ],
      "identity": ["get": "/me", "id": "/id", "headers": ["X-A": "1"]],
      "on_callback": .function, "revoke": .function, "sign": .function, "health": .function,
      "on_authorize": .function, "on_token_request": .function, "on_token_response": .function,
    ],
    [
      "api": 1, "id": "three", "kind": "client_credentials",
      "oauth2": [
        "token": "https://three.example/t",
        "response": ["expires_in": "/life", "error": ["at": "/ok", "is_not": true]],
      ],
      "request": [
        "base": "https://api.three.example", "token": ["query": "t"],
        "pagination": ["next": "/next"],
      ],
      "identity": ["post": "/me", "id": "/id", "form": ["a": "1"]],
    ],
    [
      "api": 1, "id": "four", "kind": "oidc", "hosts": ["keys.four.example"],
      "oauth2": [
        "issuer": "https://four.example", "metadata": "https://four.example/meta",
        "revoke": "https://four.example/v",
      ],
      "oidc": [
        "issuer": ["https://four.example/{{tid}}"], "issuer_claims": ["tid": "tid"],
        "algorithms": ["ES256"], "nonce": "optional", "at_hash": "ignored", "max_age": 60,
        "audiences": ["other"],
      ],
      "identity": ["post": "https://four.example/me", "id": "/id", "json": ["a": "1"]],
    ],
    [
      "api": 1, "id": "five", "kind": "jwt",
      "jwt": [
        "alg": "HS256", "key": "hex", "kid": "k", "header": ["x": "y"],
        "claims": ["iss": "me", "n": 1], "lifetime": 30, "backdate": 5,
        "exchange": [
          "url": "https://five.example/t", "assertion": "bearer", "method": "PUT", "body": "json",
          "params": ["a": "1"], "rename": ["assertion": "jwt"], "drop": ["grant_type"],
          "headers": ["X-A": "1"],
        ],
        "scopes": ["s"], "scope_separator": ",", "response": ["access_token": "/token"],
      ],
    ],
    [
      "api": 1, "id": "six", "kind": "api_key",
      "options": ["name": ["default": "x"]],
      "api_key": ["key": "{name}:{api_key}", "verify": "https://six.example/me"],
    ],
    [
      "api": 1, "id": "seven", "kind": "basic",
      "basic": [
        "username": "{username}/token", "password": "{password}!",
        "verify": "https://seven.example/me",
      ],
    ],
    [
      "api": 1, "id": "own", "login": .function, "refresh": .function,
      "options": ["base": ["type": "url"]],
      "request": [
        "base": "{base}", "token": ["cookie": "sid"],
        "pagination": ["page": "p", "first": 0, "items": "/i"],
      ],
      "rehearsal": [
        "replies": [
          [
            "method": "POST", "path": "/x", "form": ["a": "1"], "bearer": true, "status": 201,
            "headers": ["X-A": "1"], "set_cookies": ["sid": "1"], "json": ["a": 1],
          ]
        ]
      ],
    ],
  ]

  /// What the loader makes of a table: all of the descriptor, or all of the problems.
  private static func outcome(_ value: ScriptValue, _ id: String) -> String {
    var text = ""
    do throws(DescriptorError) {
      dump(try load(value, file: "\(id).lua"), to: &text)
    } catch {
      text = error.description
    }
    return text
  }

  /// Takes each field out in turn and returns the places, in the schema, of those that made a difference.
  private static func effective(
    _ value: ScriptValue,
    _ schema: TableSchema,
    changes: (ScriptValue) -> Bool
  ) -> Set<String> {
    guard case .table(let table) = value else { return [] }
    var found: Set<String> = []
    for (key, value) in table.fields {
      var without = table
      without.fields[key] = nil
      if changes(.table(without)) { found.insert("\(schema.title).\(key)") }
      guard let field = schema.field(key) else { continue }
      for (inner, replace) in inners(of: value, field.type) {
        found.formUnion(
          effective(inner.value, inner.schema) { changed in
            var copy = table
            copy.fields[key] = replace(changed)
            return changes(.table(copy))
          }
        )
      }
    }
    return found
  }

  private typealias Inner = (value: ScriptValue, schema: TableSchema)

  /// The tables in a field's value, each with the way to put a changed one in its place.
  private static func inners(
    of value: ScriptValue,
    _ type: FieldType
  ) -> [(Inner, (ScriptValue) -> ScriptValue)] {
    guard case .table(let table) = value, let schema = type.tables.first else { return [] }
    switch type {
    case .list:
      return table.sequence.indices.map { index in
        (
          (table.sequence[index], schema),
          { changed in
            var copy = table
            copy.sequence[index] = changed
            return .table(copy)
          }
        )
      }
    case .map:
      return table.fields.map { key, value in
        (
          (value, schema),
          { changed in
            var copy = table
            copy.fields[key] = changed
            return .table(copy)
          }
        )
      }
    default:
      return [((value, schema), { $0 })]
    }
  }

  private static func all(_ schema: TableSchema) -> Set<String> {
    let own = schema.supported.map { "\(schema.title).\($0.key)" }
    return schema.nested.reduce(into: Set(own)) { $0.formUnion(all($1.schema)) }
  }

  @Test
  func `the tables load`() {
    for table in Self.tables { #expect(problems(table) == []) }
  }

  @Test
  func `each field that the schema accepts changes what is loaded`() {
    // A gate, which lets nothing but an empty list pass as long as there are no features.
    var found: Set<String> = ["descriptor.features"]
    for table in Self.tables {
      guard case .table(let fields) = table, let id = fields.fields["id"]?.text else { continue }
      let whole = Self.outcome(table, id)
      found.formUnion(
        Self.effective(table, DescriptorSchema.root) { Self.outcome($0, id) != whole }
      )
    }
    #expect(Self.all(DescriptorSchema.root).subtracting(found) == [])
  }
}
