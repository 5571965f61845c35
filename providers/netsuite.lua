-- NetSuite, token-based authentication of one account: Setup → Company → Enable Features → SuiteCloud.
--
--   authrun netsuite --option account=1234567-sb1 --option consumer_key=KEY \
--       --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "netsuite",
  name = "NetSuite",
  docs = "https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4247337262.html",

  options = {
    account = {
      required = true,
      pattern = "[a-z0-9-]+",
      help = "the account id as in its addresses: 1234567-sb1",
    },
    realm = {
      required = true,
      pattern = "[A-Z0-9_]+",
      help = "the account id as NetSuite shows it: 1234567_SB1",
    },
    consumer_key = { help = "the Consumer Key of the integration record" },
    consumer_secret = { help = "its Consumer Secret" },
  },

  oauth1 = {
    request_token = "https://{account}.restlets.api.netsuite.com/rest/requesttoken",
    authorize = "https://{account}.app.netsuite.com/app/login/secure/authorizetoken.nl",
    access_token = "https://{account}.restlets.api.netsuite.com/rest/accesstoken",
    signature = "HMAC-SHA256",
    realm = "{realm}",
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://{account}.suitetalk.api.netsuite.com/services/rest/record/v1" },

  rehearsal = { options = { account = "1234567-sb1", realm = "1234567_SB1" } },
}
