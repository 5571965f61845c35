-- Flickr: https://www.flickr.com/services/apps/create/
--
--   authrun flickr --option consumer_key=KEY --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "flickr",
  name = "Flickr",
  docs = "https://www.flickr.com/services/api/auth.oauth.html",

  options = {
    consumer_key = { help = "the Key of your app" },
    consumer_secret = { help = "its Secret" },
    perms = { type = "enum", values = { "read", "write", "delete" }, default = "read", help = "what to ask for" },
  },

  oauth1 = {
    request_token = "https://www.flickr.com/services/oauth/request_token",
    authorize = {
      url = "https://www.flickr.com/services/oauth/authorize",
      params = { perms = "{perms}" },
    },
    access_token = "https://www.flickr.com/services/oauth/access_token",
  },

  request = {
    base = "https://api.flickr.com/services/rest",
    query = { format = "json", nojsoncallback = "1" },
  },

  identity = { from = "token", id = "/user_nsid", login = "/username", name = "/fullname" },
}
