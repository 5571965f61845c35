-- X, formerly Twitter, by OAuth 1.0a: the way in for API 1.1 and for whatever acts as a user.
--
-- Make an app at https://developer.x.com/, switch "User authentication" on, and register the callback
-- http://127.0.0.1:8910/callback, exactly so: X compares the port too. Its "API Key and Secret" are the
-- two options that a login asks for:
--
--   authrun twitter --option consumer_key=KEY --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "twitter",
  name = "X (Twitter)",
  kind = "oauth1",
  docs = "https://docs.x.com/fundamentals/authentication/oauth-1-0a/obtaining-user-access-tokens",

  options = {
    consumer_key = { help = "the API Key of your app, from https://developer.x.com/" },
    consumer_secret = { help = "the API Key Secret of your app" },
  },

  oauth1 = {
    request_token = "https://api.twitter.com/oauth/request_token",
    -- /oauth/authenticate instead would let a user who has agreed once pass without being asked.
    authorize = "https://api.twitter.com/oauth/authorize",
    access_token = "https://api.twitter.com/oauth/access_token",
    signature = "HMAC-SHA1",
    -- Few keys may do this: it takes the options username and password instead of the browser.
    xauth = true,
  },

  -- An app without a registered callback, or a machine without a browser, can use the PIN. Another
  -- registered callback is given with --redirect-uri.
  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8910/callback" }, "pin" },

  request = { base = "https://api.twitter.com/1.1" },

  -- The access token arrives with user_id and screen_name, so nothing more needs to be asked.
  identity = { from = "token", id = "/user_id", login = "/screen_name" },
}
