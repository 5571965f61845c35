-- USOS API, the student system of Polish universities: https://apps.usos.edu.pl/developers/
--
--   authrun usos --option installation=usosapps.uw.edu.pl --option consumer_key=KEY \
--       --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "usos",
  name = "USOS API",
  docs = "https://apps.usos.edu.pl/developers/api/authorization/",

  options = {
    installation = {
      required = true,
      pattern = "[a-z0-9.-]+\\.edu\\.pl",
      help = "the university's installation, such as usosapps.uw.edu.pl",
    },
    scopes = { default = "studies|offline_access", help = "what to ask for, with | between" },
    consumer_key = { help = "the Consumer Key, from the installation's developer pages" },
    consumer_secret = { help = "the Consumer Secret" },
  },

  oauth1 = {
    -- The scopes go with the first request, and are signed with it.
    request_token = {
      url = "https://{installation}/services/oauth/request_token",
      params = { scopes = "{scopes}" },
    },
    authorize = "https://{installation}/services/oauth/authorize",
    access_token = "https://{installation}/services/oauth/access_token",
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" }, "pin" },

  request = { base = "https://{installation}/services" },

  identity = {
    get = "/users/user?fields=id%7Cfirst_name%7Cemail",
    id = "/id",
    name = "/first_name",
    email = "/email",
  },

  rehearsal = { options = { installation = "usosapps.practice.edu.pl" } },
}
