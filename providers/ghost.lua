-- Ghost, the Admin API of one site: Settings → Integrations → Add custom integration.
--
-- The Admin API key is ID:SECRET; the secret is a shared key in hexadecimal.
--
--   authrun ghost --option site=https://blog.example --option key_id=ID --option private_key=file:secret.txt

return provider {
  api = 1,
  id = "ghost",
  name = "Ghost Admin API",
  kind = "jwt",
  docs = "https://ghost.org/docs/admin-api/#token-authentication",

  options = {
    site = { type = "url", required = true, help = "the site's address" },
    key_id = { required = true, pattern = "[0-9a-f]+", help = "what stands before the colon" },
    private_key = { help = "what stands behind it" },
  },

  jwt = {
    alg = "HS256",
    key = "hex",
    kid = "{key_id}",
    claims = { aud = "/admin/" },
    lifetime = 300,
  },

  request = {
    base = "{site}/ghost/api/admin",
    token = { header = "Authorization", prefix = "Ghost " },
    headers = { ["accept-version"] = "v5.0" },
  },

  identity = { get = "/users/me/", base = "/users/0", id = "/id", name = "/name", email = "/email" },

  rehearsal = { options = { key_id = "6489a5b3" } },
}
