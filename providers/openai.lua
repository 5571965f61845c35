-- OpenAI: https://platform.openai.com/api-keys
--
--   authrun openai --option api_key=file:key.txt

return provider {
  api = 1,
  id = "openai",
  name = "OpenAI",
  kind = "api_key",
  docs = "https://platform.openai.com/docs/api-reference/authentication",

  options = {
    api_key = { help = "a key, from https://platform.openai.com/api-keys" },
    organization = { help = "whom the use is counted for, where you belong to several" },
  },

  api_key = { verify = "/models" },

  request = {
    base = "https://api.openai.com/v1",
    headers = { ["openai-organization"] = "{organization}" },
  },
}
