-- Snowflake, one account, with a key pair.
--
--   authrun snowflake --option account=MYORG-MYACCOUNT --option host=myorg-myaccount \
--       --option user=ME --option private_key=file:key.p8

return provider {
  api = 1,
  id = "snowflake",
  name = "Snowflake",
  kind = "jwt",
  docs = "https://docs.snowflake.com/en/developer-guide/sql-api/authenticating#using-key-pair-authentication",

  options = {
    host = {
      required = true,
      pattern = "[a-z0-9-]+(\\.[a-z0-9-]+)*",
      help = "myorg-myaccount of myorg-myaccount.snowflakecomputing.com",
    },
    account = { required = true, pattern = "[A-Z0-9_-]+", help = "the account's identifier, in capitals" },
    user = { required = true, pattern = "[A-Z0-9_$.@-]+", help = "the user's name, in capitals" },
    private_key = { help = "the user's private key, in PEM" },
  },

  jwt = {
    alg = "RS256",
    claims = {
      iss = "{account}.{user}.{$key_fingerprint}",
      sub = "{account}.{user}",
    },
    lifetime = 3540,
  },

  request = {
    base = "https://{host}.snowflakecomputing.com/api/v2",
    headers = {
      accept = "application/json",
      ["x-snowflake-authorization-token-type"] = "KEYPAIR_JWT",
    },
  },

  rehearsal = { options = { host = "practice-one", account = "PRACTICE-ONE", user = "ADA" } },
}
