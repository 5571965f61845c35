-- Google Cloud, as a service account: https://console.cloud.google.com/iam-admin/serviceaccounts
--
--   authrun google-service-account --option email=NAME@PROJECT.iam.gserviceaccount.com \
--       --option private_key=file:key.json --scope https://www.googleapis.com/auth/cloud-platform

return provider {
  api = 1,
  id = "google-service-account",
  name = "Google service account",
  kind = "jwt",
  docs = "https://developers.google.com/identity/protocols/oauth2/service-account",

  options = {
    email = { required = true, pattern = "[^@ ]+@[a-z0-9.-]+", help = "client_email of the account's file" },
    subject = { help = "whom to act for, where the whole domain is delegated to the account" },
    private_key = { help = "the account's file, or its private_key in PEM" },
  },

  jwt = {
    alg = "RS256",
    claims = { iss = "{email}", sub = "{subject}", scope = "{$scope}", aud = "{$token_url}" },
    lifetime = 3600,
    exchange = { url = "https://oauth2.googleapis.com/token", assertion = "param" },
    scopes = { "https://www.googleapis.com/auth/cloud-platform" },
    scope_separator = " ",
  },

  request = { base = "https://www.googleapis.com" },

  rehearsal = { options = { email = "robot@practice.iam.gserviceaccount.com" } },
}
