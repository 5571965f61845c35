-- Freelancer.com, by OAuth 1.0a, whose parameters travel in the query.
--
--   authrun freelancer --option consumer_key=KEY --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "freelancer",
  name = "Freelancer.com",
  docs = "https://developers.freelancer.com/docs",

  options = {
    consumer_key = { help = "the key of your app" },
    consumer_secret = { help = "the secret that belongs to it" },
  },

  oauth1 = {
    request_token = {
      url = "https://api.freelancer.com/RequestRequestToken/requestRequestToken.xml",
      method = "GET",
    },
    authorize = "https://www.freelancer.com/users/api-token/auth.php",
    access_token = {
      url = "https://api.freelancer.com/RequestAccessToken/requestAccessToken.xml",
      method = "GET",
    },
    transport = "query",
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://api.freelancer.com" },
}
