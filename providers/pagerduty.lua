-- PagerDuty, with an API key: Integrations → API Access Keys.
--
--   authrun pagerduty --option api_key=file:key.txt

return provider {
  api = 1,
  id = "pagerduty",
  name = "PagerDuty",
  kind = "api_key",
  docs = "https://developer.pagerduty.com/docs/authentication",

  options = { api_key = { help = "the API key" } },

  api_key = { key = "token={api_key}", verify = "/abilities" },

  request = {
    base = "https://api.pagerduty.com",
    token = { header = "Authorization", prefix = "Token " },
    pagination = { offset = "offset", items = "/incidents", more = "/more" },
  },
}
