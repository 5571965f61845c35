-- VK ID: https://id.vk.com/about/business/go
--
--   authrun vk --option client_id=APP_ID --redirect-uri https://my.example/callback

return provider {
  api = 1,
  id = "vk",
  name = "VK ID",
  docs = "https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/api-integration/api-description",

  options = { client_id = { help = "the id of your app" } },

  oauth2 = {
    authorize = "https://id.vk.com/authorize",
    token = "https://id.vk.com/oauth2/auth",
    revoke = {
      url = "https://id.vk.com/oauth2/revoke",
      rename = { token = "access_token" },
      drop = { "token_type_hint" },
    },
    client_auth = "none",
    pkce = "required",
    scopes = { "email", "phone" },
    -- The answer may come packed, and brings an id that the token endpoint wants back.
    callback = {
      payload = "payload",
      send = { device_id = "device_id" },
      keep = { "device_id" },
    },
    response = { keep = { "/user_id" } },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://api.vk.com/method", query = { v = "5.199" } },

  identity = { from = "token", id = "/user_id" },
}
