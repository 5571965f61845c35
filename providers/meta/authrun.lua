---@meta authrun
-- Types of provider descriptors, API 1. Written by `authrun meta` from the schema that
-- `authrun check` checks with: do not edit it, run the command again.

---The table given to `provider`. A file holds one, and its name is the id with `.lua`.
---@class (exact) authrun.descriptor
---@field api integer The version of this interface that the file is written for; 1.
---@field features? string[] Additions to API 1 that the file relies on; one that this version lacks is refused before anything else is read.
---@field id string What users type to log in; the same as the file's name without `.lua`.
---@field name? string What the service is called; the id where absent.
---@field version? string The version of this file, for its author.
---@field docs? string The page of the service's own documentation.
---@field kind? "oauth2"|"oidc"|"oauth1"|"client_credentials"|"jwt"|"api_key"|"basic"|"custom" How one logs in; may be left out where a table of that name, or `login`, says it.
---@field options? table<string, authrun.option> What the user has to give or may give. `client_id` and `client_secret` (OAuth 2.0) and `consumer_key` and `consumer_secret` (OAuth 1.0a) exist without being named.
---@field hosts? string[] Hosts that may be reached besides those of the declared URLs and of URL options.
---@field private_hosts? boolean Whether the hosts may have addresses of a private network or of this machine. Else a public name that leads there is refused, for it may be an attempt to reach what is not public.
---@field oauth1? authrun.oauth1 The three-legged login of OAuth 1.0a. (RFC 5849 §2)
---@field oauth2? authrun.oauth2 The logins of OAuth 2.0. (RFC 6749)
---@field oidc? authrun.oidc What is asked of the ID token; with `oidc.issuer` alone the rest is discovered. (OpenID Connect Core §2)
---@field jwt? authrun.jwt A token that the client signs itself, or trades for another. (RFC 7519)
---@field api_key? authrun.api_key A fixed key that goes with each request.
---@field basic? authrun.basic A user name and a password that go with each request. (RFC 7617)
---@field lookups? authrun.lookup[] Requests to the API after a login whose answers fill in options, such as a tenant or the API's base.
---@field capture? ("loopback"|"pin"|"paste"|"scheme"|"webview"|"device"|authrun.capture)[] Ways to get the answer back from the browser, best first.
---@field request? authrun.request How the API is called once there is a token.
---@field identity? authrun.identity|(fun(ctx: authrun.ctx, token: authrun.token): authrun.person) How to find out who has logged in.
---@field rehearsal? authrun.rehearsal What `authrun rehearse` needs to know to play the service.
---@field login? fun(ctx: authrun.ctx): authrun.tokens The whole login as a script, for kind `custom`; gets `ctx` and returns the tokens.
---@field refresh? fun(ctx: authrun.ctx, token: authrun.token): authrun.tokens Renews the tokens of kind `custom`; gets `ctx` and the stored tokens.
---@field revoke? fun(ctx: authrun.ctx, token: authrun.token) Gives the tokens back where no URL does; gets `ctx` and the stored tokens.
---@field sign? fun(ctx: authrun.ctx, request: table, token: authrun.token): { headers: table<string, any>?, query: table<string, any>? } Signs an API request; gets `ctx`, the request and the stored tokens, and returns a table with `headers` and `query` to add.
---@field health? fun(ctx: authrun.ctx, token: authrun.token): boolean|string|{ ok: boolean, text: string? } A check for `authrun doctor`; gets `ctx` and the stored tokens and returns true, or false and the reason; a text alone is the reason, and `{ ok = true, text = … }` says more of what is well.
---@field on_authorize? fun(ctx: authrun.ctx, params: table<string, any>) May change the parameters of OAuth 2.0's authorize URL.
---@field on_callback? fun(ctx: authrun.ctx, params: table<string, any>) Sees the parameters of OAuth 2.0's callback once they have passed the checks, and may fail.
---@field on_token_request? fun(ctx: authrun.ctx, params: table<string, any>) May change the token request of OAuth 2.0.
---@field on_token_response? fun(ctx: authrun.ctx, answer: table<string, any>): table<string, any>? May change what is read from the token response.

---One thing that the user gives: by `--option NAME=VALUE` or `AUTHRUN_<ID>_<NAME>`.
---@class (exact) authrun.option
---@field type? "string"|"secret"|"enum"|"boolean"|"integer"|"url" What may be given. A `secret` is never shown, and travels only to the hosts of `bind`.
---@field required? boolean Whether a login needs it.
---@field default? string|boolean|integer The value that holds when none is given; a secret has none.
---@field pattern? string What the whole value must look like: characters, `.`, `[a-z]`, `[^a-z]`, `( )`, `|`, and `* + ? {n} {n,m}` after any of them.
---@field values? string[] The values of an `enum`, or the only ones of a `string`.
---@field help? string What to give and where to find it, for the user.
---@field bind? string[] The hosts that a secret may go to; those of the declared URLs where absent.

---Three URLs, or none where calls are signed without a login, and what the service does differently from RFC 5849.
---@class (exact) authrun.oauth1
---@field request_token? string|authrun.oauth_1_0a_step Where the login gets its temporary token. (RFC 5849 §2.1)
---@field authorize? string|authrun.oauth_1_0a_page The page where the user agrees. (RFC 5849 §2.2)
---@field access_token? string|authrun.oauth_1_0a_step Where the temporary token becomes the lasting one; a service without a login has none of the three. (RFC 5849 §2.3)
---@field signature? "HMAC-SHA1"|"HMAC-SHA256"|"HMAC-SHA512"|"RSA-SHA1"|"RSA-SHA256"|"RSA-SHA512"|"PLAINTEXT" How requests are signed; with RSA by the option `private_key` instead of `consumer_secret`. (RFC 5849 §3.4)
---@field realm? string The realm of the Authorization header; no part of the signature. (RFC 5849 §3.5.1)
---@field transport? "header"|"query"|"body" Where the `oauth_` parameters travel; with `body`, a call that sends no form has them in the header. (RFC 5849 §3.5)
---@field xauth? boolean Adds the options `username` and `password`: with both given, they are exchanged for a token without a browser (`x_auth_mode=client_auth`).
---@field callback_confirmed? "required"|"optional" Whether the temporary token must come with `oauth_callback_confirmed=true`. (RFC 5849 §2.1)
---@field verifier? "required"|"optional" Whether the callback must bring `oauth_verifier`. (RFC 5849 §2.2)
---@field empty_token? boolean Sends `oauth_token=` with the first request, which some services insist on. (RFC 5849 §3.1)
---@field body_hash? boolean Signs the hash of bodies that are no forms as `oauth_body_hash`. (OAuth Request Body Hash, draft 4)

---The URLs of the service and what it does differently from RFC 6749.
---@class (exact) authrun.oauth2
---@field authorize? string|string[]|authrun.oauth_2_0_page The page where the user agrees; needed by `authorization_code`. (RFC 6749 §3.1)
---@field token? string|string[]|authrun.oauth_2_0_step Where the code becomes a token; needed unless `issuer` has it discovered. (RFC 6749 §3.2)
---@field refresh? string|string[]|authrun.oauth_2_0_step Where a token is renewed, when that differs from `token`. (RFC 6749 §6)
---@field revoke? string|string[]|authrun.oauth_2_0_step Where a token is given back. (RFC 7009)
---@field grants? ("authorization_code"|"client_credentials"|"device_code"|"password")[] The logins on offer, the usual one first; `authorization_code` where absent, and `client_credentials` for the kind of that name. `password` adds the options `username` and `password`, a loosened check. (RFC 6749 §1.3)
---@field client_auth? "basic"|"basic_raw"|"basic_secret"|"post"|"post_jwt"|"none"|"private_key_jwt"|"client_secret_jwt"|"tls" How the client proves who it is: HTTP Basic with both parts form-encoded (`basic`) or as they are (`basic_raw`), with the secret for the user's name (`basic_secret`), in the body (`post`), not at all (`none`), by an assertion signed with the option `private_key` (`private_key_jwt`) or with the secret (`client_secret_jwt`), by a signed JWT in the place of the secret (`post_jwt`), or by its certificate (`tls`). (RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2)
---@field client_assertion? authrun.assertion The JWT of `private_key_jwt`, `client_secret_jwt` and `post_jwt`. (RFC 7523 §3)
---@field mtls? boolean Whether connections show the certificate of the options `tls_certificate` and `tls_key`; `client_auth = "tls"` does so of itself. (RFC 8705 §3)
---@field repeat_client_id? boolean Whether `client_id` is among the parameters although HTTP Basic says it already.
---@field pkce? "required"|"optional"|"forbidden" Whether the code is bound to this login (S256). `optional` sends the challenge to a service that may not check it; `forbidden` sends none, for a service that fails on it. (RFC 7636)
---@field scopes? string[] The scopes to ask for when the user names none; an empty list sends no `scope`. (RFC 6749 §3.3)
---@field scope_separator? string What stands between scopes, before encoding. (RFC 6749 §3.3)
---@field scope_raw? boolean Whether the separator stands in the authorize URL as it is: with `+`, a literal plus.
---@field audience? string The `audience` parameter of authorize and token requests.
---@field resource? string|string[] The `resource` parameters of authorize and token requests. (RFC 8707)
---@field response? authrun.token_response Where the token response keeps what.
---@field refresh_token? authrun.refresh_token How refresh tokens behave.
---@field issuer? string The authorization server; what has no URL here is taken from its metadata. Hosts other than the issuer's must be named in `hosts`. (RFC 8414 §3)
---@field metadata? string Where the metadata lies, when that is not below the issuer.
---@field device? string|string[]|authrun.oauth_2_0_step Where a login starts that the user finishes on another device; with `device_code` in `grants`. (RFC 8628 §3.1)
---@field par? boolean|string|string[]|authrun.oauth_2_0_step Where the authorization request is left before the browser is opened; `true` takes the URL of the metadata. (RFC 9126)
---@field jar? boolean|authrun.assertion Sends the authorization request as a signed JWT. (RFC 9101)
---@field rar? any[] The `authorization_details` to ask for; texts in it may name options. (RFC 9396 §2)
---@field dpop? boolean|"ES256"|"ES384" Binds the tokens to a key that is made at login and kept with them; `true` is ES256. (RFC 9449)
---@field response_mode? "query"|"fragment"|"form_post" How the answer comes back; sent where given. `query` is what services do of themselves. (OAuth 2.0 Form Post Response Mode §2)
---@field introspect? string|string[]|authrun.oauth_2_0_step Where the service tells what a token is worth; an answer that is a signed JWT is verified. (RFC 7662, RFC 9701)
---@field userinfo? string|string[]|authrun.oauth_2_0_step Where the service tells who the user is; the token goes there as to the API. An answer that is a signed JWT is verified with the provider's keys. (OpenID Connect Core §5.3)
---@field jwks? string The provider's keys, for ID tokens and other answers that are signed. (RFC 7517 §5)
---@field registration? string|boolean|authrun.registration Where a client is registered at the first login, when the user gives no `client_id`. (RFC 7591)
---@field extend? string|string[]|authrun.oauth_2_0_step A second request that trades the token just given for the one to keep: its standard parameters are `grant_type`, `access_token`, `client_id` and `client_secret`.
---@field callback? authrun.callback What the callback carries, and where.

---Checks of the ID token, and what a service does differently from OpenID Connect Core.
---@class (exact) authrun.oidc
---@field issuer? string|string[] Who the ID token must come from, byte for byte; `oauth2.issuer` where absent. `{{name}}` is a brace, for `issuer_claims`. (OpenID Connect Core §3.1.3.7)
---@field issuer_claims? table<string, string> Places of the issuer that a claim of the token itself fills in: `{ tenantid = "tid" }` for `https://login.example/{{tenantid}}`. A loosened check.
---@field algorithms? ("RS256"|"RS384"|"RS512"|"PS256"|"PS384"|"PS512"|"ES256"|"ES384"|"ES512"|"ES256K"|"EdDSA"|"Ed25519"|"HS256"|"HS384"|"HS512")[] How the ID token may be signed; those of the discovery, and RS256, where absent. `HS256` and its like take the client's secret for the key and hold only where they are named. (OpenID Connect Core §3.1.3.7)
---@field nonce? "required"|"optional"|"forbidden" Whether the ID token must repeat the login's nonce; `optional` takes one without, `forbidden` sends none.
---@field at_hash? "checked"|"ignored" Whether an `at_hash` in the ID token must fit the access token.
---@field max_age? integer The most seconds since the user proved who they are; sent, and checked by `auth_time`. (OpenID Connect Core §3.1.2.1)
---@field audiences? string[] Parties that may stand in `aud` beside this client.

---The token's claims and key. Without `exchange` the token itself goes with each request.
---@class (exact) authrun.jwt
---@field alg? "RS256"|"RS384"|"RS512"|"PS256"|"PS384"|"PS512"|"ES256"|"ES384"|"ES512"|"ES256K"|"EdDSA"|"Ed25519"|"HS256"|"HS384"|"HS512" The algorithm; the usual one of the key where absent. (RFC 7518 §3.1)
---@field key? "pem"|"text"|"hex"|"base64" What the option `private_key` holds: a key in PEM, a JWK, or a file of a service account (`pem`); or the bytes of a shared key as text, hexadecimal or base64.
---@field kid? string The key's id; that of a JWK or of the account's file where absent.
---@field header? table<string, string|any> Header members to add.
---@field claims? table<string, string|any> The claims; `iat` and `exp` are there of themselves. `{$scope}` is what was asked for, `{$token_url}` the URL of `exchange`, `{$key_fingerprint}` `SHA256:` with the base64 of the digest of the public key. (RFC 7519 §4)
---@field lifetime? integer Seconds from its issue to its end.
---@field backdate? integer By how many seconds the issue lies back, for services whose clocks are behind.
---@field exchange? string|authrun.jwt_exchange Where the token is traded for an access token. (RFC 7523 §2.1)
---@field scopes? string[] The scopes to ask for when the user names none. (RFC 6749 §3.3)
---@field scope_separator? string What stands between scopes, before encoding.
---@field response? authrun.token_response Where the answer of `exchange` keeps what.

---May be empty: the key is the option `api_key`, and `request.token` says where it goes.
---@class (exact) authrun.api_key
---@field key? string The key as it is sent, of one option or of several.
---@field verify? string The path or URL to ask by GET at login: only a key that is let in is stored.

---May be empty: the options are `username` and `password`.
---@class (exact) authrun.basic
---@field username? string The user name as it is sent.
---@field password? string The password as it is sent; may be empty.
---@field verify? string The path or URL to ask by GET at login: only what is let in is stored.

---A request with the new token, and what of its JSON answer to use.
---@class (exact) authrun.lookup
---@field get string The path below `request.base`, or the URL.
---@field headers? table<string, string> Header fields to add.
---@field token? authrun.token_place Where the token goes in this one request; as in `request.token` where absent. (RFC 6750 §2)
---@field list? string Where the answer has a list; one element of it is used.
---@field match? table<string, string> What the element must hold: pointers with values. A value that names an option without one asks nothing. Without `match` the first element is used.
---@field set? table<string, string> Options with the pointers to their values. What the user gave stays; each value must fit the option's own pattern.
---@field keep? string[] Values to store with the token.

---A way to get the answer back, with a redirect URI of its own.
---@class (exact) authrun.capture
---@field via "loopback"|"pin"|"paste"|"scheme"|"webview"|"device" `loopback` listens on this machine, `pin` asks for the code that the page shows, `paste` asks for the address at which the browser ended, `device` shows a code to type elsewhere. `scheme` and `webview` need an app around authrun: the command says so and takes the next.
---@field redirect_uri? string The address registered with the service, sent byte for byte; `{port}` is a free port. For `loopback` it is `http://127.0.0.1:{port}/callback` where absent. (RFC 8252 §7.3)

---How the API is called once there is a token.
---@class (exact) authrun.request
---@field base? string|string[]|authrun.base_from_the_token_response What `authrun request` puts before a path; of several URLs the first whose options all have a value.
---@field token? authrun.token_place Where the token goes; `Authorization: Bearer …` where absent. (RFC 6750 §2)
---@field headers? table<string, string> Header fields of each request, authrun's own in a login among them (`verify`, `lookups`, `identity`). A field that one request has of its own, or `-H`, comes before them, and `Accept: application/json`, where nobody says another, after them.
---@field query? table<string, string> Query parameters of each request.
---@field pagination? authrun.pagination How a list in pages goes on, for `authrun request --all`; by `Link` fields where absent. (RFC 8288)

---One of `get`, `post` and `from`, and pointers into the answer.
---@class (exact) authrun.identity
---@field get? string The path below `request.base`, or the URL, to ask by GET; `{$access_token}` may be part of the path, a loosened check.
---@field post? string The same, by POST.
---@field from? "token"|"id_token"|"userinfo" Takes the answer from the token response, the verified ID token, or `oauth2.userinfo`; for kind `oidc` the ID token and userinfo are the usual ones.
---@field headers? table<string, string> Header fields to add.
---@field form? table<string, string> Form fields of a `post`.
---@field json? table<string, string> Members of a `post` with a JSON body.
---@field base? string What stands before the four pointers below.
---@field id? string The account's lasting id; numbers keep all their digits.
---@field login? string The name that the user logs in with.
---@field name? string The name that people see.
---@field email? string The mail address.

---What `authrun rehearse` needs to know to play the service.
---@class (exact) authrun.rehearsal
---@field options? table<string, string|boolean|integer> Values to rehearse with, where none can be made up.
---@field replies? authrun.reply[] The requests that may come and the answers to them; for kind `custom`.

---Where a step goes, when the URL alone does not say it all.
---@class (exact) authrun.oauth_1_0a_step
---@field url string The address.
---@field method? "POST"|"GET" The HTTP method.
---@field params? table<string, string> Parameters to add; they are signed like the others.
---@field headers? table<string, string> Header fields to add.

---The page where the user agrees, when the URL alone does not say it all.
---@class (exact) authrun.oauth_1_0a_page
---@field url string The address.
---@field params? table<string, string> Parameters to add; never a secret.

---The page where the user agrees, when the URL alone does not say it all.
---@class (exact) authrun.oauth_2_0_page
---@field url? string|string[] The address; of several the first whose options all have a value. Needed unless the issuer's metadata has it.
---@field params? table<string, string> Parameters to add, or to set in place of a standard one; never a secret.
---@field rename? table<string, string> Standard parameters under the names that this service gives them.
---@field drop? string[] Standard parameters to leave out.
---@field fragment? string What stands behind `#` in the page's address, such as `wechat_redirect`.
---@field place? "query"|"fragment" Where the parameters go; `fragment` is for pages that are one script.
---@field sorted? boolean Whether the parameters are in the order of their names.

---Where a request for a token goes, when the URL alone does not say it all.
---@class (exact) authrun.oauth_2_0_step
---@field url? string|string[] The address; of several the first whose options all have a value. Needed unless the issuer's metadata has it.
---@field method? "POST"|"GET"|"PUT"|"PATCH"|"DELETE" The HTTP method; `GET` puts the parameters into the query.
---@field body? "form"|"json"|"query" How the parameters travel; `form` where absent.
---@field params? table<string, string> Parameters to add, or to set in place of a standard one.
---@field rename? table<string, string> Standard parameters under the names that this service gives them.
---@field drop? string[] Standard parameters to leave out.
---@field headers? table<string, string> Header fields to add.
---@field auth? "client"|"bearer"|"none" Who proves themselves in the request: the client as `client_auth` says, the user with the access token in the `Authorization` field, or nobody.

---A JWT that the client signs with the option `private_key`, or with its secret.
---@class (exact) authrun.assertion
---@field alg? "RS256"|"RS384"|"RS512"|"PS256"|"PS384"|"PS512"|"ES256"|"ES384"|"ES512"|"ES256K"|"EdDSA"|"Ed25519"|"HS256"|"HS384"|"HS512" The algorithm; the usual one of the key where absent. (RFC 7518 §3.1)
---@field kid? string The key's id; that of a JWK where absent.
---@field audience? string For whom it is; the endpoint that it goes to where absent. (RFC 7523 §3)
---@field lifetime? integer Seconds from its issue to its end.
---@field header? table<string, string|any> Header members to add.
---@field claims? table<string, string|any> Claims to add, or to set in place of the usual ones.

---JSON pointers into the token response; a form-encoded one counts as an object of texts.
---@class (exact) authrun.token_response
---@field access_token? string The access token.
---@field refresh_token? string The refresh token.
---@field token_type? string The token's type.
---@field default_token_type? string The type to assume when the response names none. (RFC 6749 §7.1)
---@field expires_in? string How long the token lives.
---@field expires_at? string When the token ends; for services that say this and not how long it lives.
---@field format? "any"|"jsonp" `any` takes JSON and forms, whatever the content type says; `jsonp` also unwraps the call of a script's function.
---@field jwt_expiry? boolean Whether an access token that is a JWT tells its end by `exp` where the response does not.
---@field expiry_unit? "seconds"|"milliseconds"|"rfc3339" The unit of the lifetime, or of the time since 1970; `rfc3339` reads `expires_at` as a date.
---@field zero_means_never? boolean Whether a lifetime of 0 says that the token never ends.
---@field lifetime? integer How many seconds a token lives when the response does not say; for ever where absent.
---@field scope? string The granted scopes: text or a list.
---@field error? authrun.error_rule How a failure looks, besides a member `error` and an HTTP status of 400 and more. (RFC 6749 §5.2)
---@field keep? string[] Values to store with the token, each under the last part of its pointer; not the tokens.
---@field set? table<string, string> Options with the pointers to their values, such as the host of the API. What the user gave stays; each value must fit the option's own pattern.

---How refresh tokens are used. An old one is kept whenever a refresh brings no new one.
---@class (exact) authrun.refresh_token
---@field send_scope? boolean Whether a refresh repeats the granted scopes. (RFC 6749 §6)
---@field use? "refresh_token"|"access_token"|"none" What a refresh shows: the refresh token; the access token itself, for services that renew that while it lives; or nothing, where a token is never renewed.

---Where a client is registered, when the URL alone does not say it all.
---@class (exact) authrun.registration
---@field url? string The address; that of the metadata where absent.
---@field headers? table<string, string> Header fields to add, such as one with a first token.
---@field client? table<string, any> Members of the client's metadata, in place of the usual ones.

---What the authorize page sends back and how it differs from RFC 6749 §4.1.2.
---@class (exact) authrun.callback
---@field code? string The parameter with the code.
---@field state? string The parameter with the state.
---@field missing_state? "refused"|"accepted" What becomes of an answer without a state; one with a wrong state is always refused.
---@field error? string The parameter with the code of a refusal.
---@field error_description? string The parameter with the words of a refusal.
---@field payload? string The one parameter that holds all others as a JSON object, for services that pack them.
---@field iss? "required"|"optional"|"ignored" Whether the answer must name the issuer; one that is there is compared where the issuer is known. Metadata that promises it makes it required. (RFC 9207 §2.4)
---@field send? table<string, string> Parameters of the callback to give back in the token request: their names in the callback with those in the request.
---@field set? table<string, string> Options that parameters of the callback fill in: the option with the parameter's name. Each value must fit the option's own pattern.
---@field keep? string[] Parameters of the callback to store with the token.
---@field hmac? authrun.callback_digest The keyed digest by which the service vouches for the callback.

---Where and how the signed token is traded for an access token.
---@class (exact) authrun.jwt_exchange
---@field assertion? "param"|"bearer" Where the signed token goes: the parameter `assertion` beside `grant_type`, or the `Authorization` field and no parameter at all.
---@field url? string|string[] The address; of several the first whose options all have a value. Needed unless the issuer's metadata has it.
---@field method? "POST"|"GET"|"PUT"|"PATCH"|"DELETE" The HTTP method; `GET` puts the parameters into the query.
---@field body? "form"|"json"|"query" How the parameters travel; `form` where absent.
---@field params? table<string, string> Parameters to add, or to set in place of a standard one.
---@field rename? table<string, string> Standard parameters under the names that this service gives them.
---@field drop? string[] Standard parameters to leave out.
---@field headers? table<string, string> Header fields to add.

---Either `header` with `prefix`, or `query`.
---@class (exact) authrun.token_place
---@field header? string The header field.
---@field prefix? string What stands before the token, its space included.
---@field query? string The query parameter; a loosened check, for URLs end up in logs. (RFC 6750 §2.3)

---For services that say with the token where the API is.
---@class (exact) authrun.base_from_the_token_response
---@field from string Where the token response keeps the URL; its host must be a declared one.

---One of `next`, `cursor`, `offset` and `page`; `Link` fields where there is none of them.
---@class (exact) authrun.pagination
---@field next? string Where an answer keeps the next page's URL; it ends where there is none.
---@field cursor? string Where an answer keeps a mark that the next request repeats; it ends where there is none.
---@field parameter? string The query parameter that takes the mark.
---@field offset? string The query parameter that counts the items so far; a page without items is the end.
---@field page? string The query parameter that counts the pages; a page without items is the end.
---@field first? integer The number of the first page.
---@field items? string Where a page keeps its items; the page is the list where absent.
---@field more? string Where an answer says `true` as long as there is another page.

---A request that must look as described, and its answer.
---@class (exact) authrun.reply
---@field method? "GET"|"POST"|"PUT"|"PATCH"|"DELETE" The HTTP method.
---@field path string The path, from `/` on.
---@field form? table<string, string> The form fields that must arrive, these and no others.
---@field bearer? boolean Whether the request must carry the access token given before.
---@field status? integer The HTTP status of the answer.
---@field headers? table<string, string> Header fields of the answer.
---@field json? any The body of the answer; `{jwt}` is a fresh token that ends in an hour, `{random}` a fresh text without meaning.

---When a response is a failure although the HTTP status may say otherwise.
---@class (exact) authrun.error_rule
---@field at string The value to look at; without `is` or `is_not`, its presence is the failure.
---@field is? string|boolean|integer The value that says failure.
---@field is_not? string|boolean|integer The value that says success.
---@field code? string The provider's code for it; `/error` where absent.
---@field message? string The provider's words for it; `/error_description` where absent.
---@field invalid_grant? (string|integer)[] The provider's codes that mean that a code or a refresh token is spent. (RFC 6749 §5.2)

---HMAC of the callback's other parameters, `name=value` each, sorted by name.
---@class (exact) authrun.callback_digest
---@field param string The parameter that holds the digest.
---@field key? string The key.
---@field hash? "SHA-1"|"SHA-256"|"SHA-512" The hash function.
---@field form? "hex"|"base64" How the digest is written.
---@field separator? string What stands between the parameters.

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
---@field get fun(request: authrun.request_table|string): authrun.response
---@field post fun(request: authrun.request_table|string): authrun.response
---@field put fun(request: authrun.request_table|string): authrun.response
---@field patch fun(request: authrun.request_table|string): authrun.response
---@field delete fun(request: authrun.request_table|string): authrun.response
---@field request fun(request: authrun.request_table|string): authrun.response

---@class authrun.jwt
---@field claims fun(token: authrun.secret|string): table<string, any>
---@field header fun(token: authrun.secret|string): table<string, any>
---@field sign fun(order: authrun.jwt_order): authrun.secret

---A JWT to sign.
---@class (exact) authrun.jwt_order
---@field alg string Such as "RS256".
---@field key authrun.secret PEM or a JWK; for HS256 and its like the secret itself.
---@field claims? table<string, any>
---@field header? table<string, any>

---@alias authrun.format "hex"|"base64"|"base64url"|"raw"

---@class authrun.hash
---@field hmac_sha1 fun(key: any, text: any, format?: authrun.format): string|authrun.secret
---@field hmac_sha256 fun(key: any, text: any, format?: authrun.format): string|authrun.secret
---@field hmac_sha384 fun(key: any, text: any, format?: authrun.format): string|authrun.secret
---@field hmac_sha512 fun(key: any, text: any, format?: authrun.format): string|authrun.secret
---@field md5 fun(text: any, format?: authrun.format): string|authrun.secret
---@field random fun(bytes: integer, format?: authrun.format): string
---@field sha1 fun(text: any, format?: authrun.format): string|authrun.secret
---@field sha256 fun(text: any, format?: authrun.format): string|authrun.secret
---@field sha384 fun(text: any, format?: authrun.format): string|authrun.secret
---@field sha512 fun(text: any, format?: authrun.format): string|authrun.secret

---@class authrun.browser
---@field authorize fun(page: { url: string|authrun.url, query?: table<string, any> }): table<string, any>
---@field redirect_uri? string Where the browser comes back to; only in a login.

---@alias authrun.code "access_denied"|"invalid_client"|"invalid_grant"|"invalid_credentials"|"provider_refused"|"login_needed"|"input_invalid"|"network"|"service_unavailable"|"timeout"|"protocol"|"state_mismatch"|"host_not_allowed"

---What every hook is given first.
---@class authrun.ctx
---@field opt table<string, any> The user's options; secrets are handles, URLs join with `/`.
---@field http authrun.http
---@field jwt authrun.jwt
---@field hash authrun.hash
---@field browser authrun.browser
---@field prompt fun(question: string|{ text: string, secret?: boolean }): string|authrun.secret
---@field now fun(): integer
---@field log fun(...: any)
---@field fail fun(code: authrun.code, message: string, provider_code?: string|integer)

---@generic T
---@param v? T
---@param message? any
---@return T
function assert(v, message, ...) end
---@param message any
---@param level? integer
function error(message, level) end
---@return table
function getmetatable(object) end
---@generic T: table, V
---@param t T
---@return fun(table: V[], i?: integer): integer, V
---@return T
---@return integer
function ipairs(t) end
---@return any key
---@return any value
function next(table, index) end
---@generic T: table, K, V
---@param t T
---@return fun(table: table<K, V>, index?: K): K, V
---@return T
function pairs(t) end
---Catches errors; the end of a script by a limit passes through.
---@return boolean success
---@return any result
function pcall(f, ...) end
---Writes to the trace, like `ctx.log`.
function print(...) end
---@return boolean
function rawequal(v1, v2) end
---@return any
function rawget(table, index) end
---@return integer
function rawlen(v) end
---@return table
function rawset(table, index, value) end
---@return any
function select(index, ...) end
---@return table
function setmetatable(table, metatable) end
---@return number?
function tonumber(e, base) end
---@return string
function tostring(v) end
---@return "nil"|"number"|"string"|"boolean"|"table"|"function"|"userdata"
function type(v) end
---@return boolean success
---@return any result
function xpcall(f, msgh, ...) end

---@class stringlib
string = {}
---@return integer ...
function string.byte(s, i, j) end
---@return string
function string.char(...) end
---@return integer? start
---@return integer? end
function string.find(s, pattern, init, plain) end
---@return string
function string.format(s, ...) end
---@return fun(): string, ...
function string.gmatch(s, pattern, init) end
---@return string
---@return integer count
function string.gsub(s, pattern, repl, n) end
---@return integer
function string.len(s) end
---@return string
function string.lower(s) end
---@return any ...
function string.match(s, pattern, init) end
---@return string
function string.rep(s, n, sep) end
---@return string
function string.reverse(s) end
---@return string
function string.sub(s, i, j) end
---@return string
function string.upper(s) end

---@class tablelib
table = {}
---@return string
function table.concat(list, sep, i, j) end
function table.insert(list, pos, value) end
---@return table
function table.move(a1, f, e, t, a2) end
---@return table
function table.pack(...) end
---@return any
function table.remove(list, pos) end
function table.sort(list, comp) end
---@return any ...
function table.unpack(list, i, j) end

---@class mathlib
---@field huge number
---@field maxinteger integer
---@field mininteger integer
---@field pi number
math = {}
---@return number
function math.abs(x) end
---@return integer
function math.ceil(x) end
---@return number
function math.exp(x) end
---@return integer
function math.floor(x) end
---@return number
function math.fmod(x, y) end
---@return number
function math.log(x, base) end
---@return number
function math.max(x, ...) end
---@return number
function math.min(x, ...) end
---@return integer
---@return number
function math.modf(x) end
---@return number
function math.sqrt(x) end
---@return integer?
function math.tointeger(x) end
---@return "integer"|"float"|nil
function math.type(x) end
---@return boolean
function math.ult(m, n) end

---@class utf8lib
---@field charpattern string
utf8 = {}
---@return string
function utf8.char(...) end
---@return integer ...
function utf8.codepoint(s, i, j) end
---@return fun(s: string, i: integer): integer, integer
function utf8.codes(s) end
---@return integer?
---@return integer?
function utf8.len(s, i, j) end
---@return integer?
function utf8.offset(s, n, i) end
