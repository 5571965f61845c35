-- Trello, by OAuth 1.0a: https://trello.com/power-ups/admin
--
-- The key and the secret are on the API key page of a Power-Up, where the origin http://127.0.0.1 has to
-- be allowed.
--
--   authrun trello --option consumer_key=KEY --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "trello",
  name = "Trello",
  docs = "https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/",

  options = {
    consumer_key = { help = "the API key of your Power-Up" },
    consumer_secret = { help = "the Secret that is shown below the key" },
    scope = { default = "read", help = "read, write and account, separated by commas" },
    expiration = {
      type = "enum",
      values = { "1hour", "1day", "30days", "never" },
      default = "never",
      help = "how long the token shall live",
    },
  },

  oauth1 = {
    request_token = "https://trello.com/1/OAuthGetRequestToken",
    authorize = {
      url = "https://trello.com/1/OAuthAuthorizeToken",
      params = { name = "authrun", scope = "{scope}", expiration = "{expiration}" },
    },
    access_token = "https://trello.com/1/OAuthGetAccessToken",
    signature = "HMAC-SHA1",
  },

  request = { base = "https://api.trello.com/1" },

  identity = { get = "/members/me", id = "/id", login = "/username", name = "/fullName" },
}
