-- Twilio: https://console.twilio.com/
--
--   authrun twilio --option username=ACCOUNT_SID --option password=file:token.txt

return provider {
  api = 1,
  id = "twilio",
  name = "Twilio",
  kind = "basic",
  docs = "https://www.twilio.com/docs/iam/api",

  options = {
    username = { pattern = "AC[0-9a-f]{32}", help = "the Account SID" },
    password = { help = "the Auth Token" },
  },

  basic = { verify = "/Accounts.json" },

  request = { base = "https://api.twilio.com/2010-04-01" },

  identity = { get = "/Accounts.json", base = "/accounts/0", id = "/sid", name = "/friendly_name" },

  rehearsal = { options = { username = "AC00000000000000000000000000000000" } },
}
