-- Amazon Web Services, with an access key: IAM → Users → Security credentials → Create access key.
--
--   authrun aws --option access_key_id=AKIA… --option secret_access_key=file:secret.txt \
--               --option region=eu-central-1 --option service=ec2
--
-- Keys of a session have a token beside them: --option session_token=file:token.txt
--
-- Requests are signed (AWS Signature Version 4). The secret key stays here; only a session's token travels.

-- What signs requests to one service.
local function order(ctx, secret, service)
  return {
    access_key_id = ctx.opt.access_key_id,
    secret_access_key = secret,
    session_token = ctx.opt.session_token,
    region = ctx.opt.region,
    service = service,
  }
end

return provider {
  api = 1,
  id = "aws",
  name = "Amazon Web Services",
  kind = "custom",
  docs = "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html",

  options = {
    access_key_id = { required = true, pattern = "[A-Z0-9]+", help = "the access key's id" },
    secret_access_key = { type = "secret", required = true, help = "the secret access key" },
    session_token = { type = "secret", help = "the session's token, for temporary keys" },
    region = { default = "us-east-1", pattern = "[a-z0-9-]+", help = "such as eu-central-1" },
    service = { default = "sts", pattern = "[a-z0-9-]+", help = "the service's host name, such as ec2" },
  },

  hosts = { "sts.{region}.amazonaws.com" },

  -- Nothing is given out here: who the key belongs to is asked, which shows that it is one.
  login = function(ctx)
    local request = {
      method = "POST",
      url = "https://sts." .. ctx.opt.region .. ".amazonaws.com/",
      headers = {
        accept = "application/json",
        ["content-type"] = "application/x-www-form-urlencoded; charset=utf-8",
      },
      body = "Action=GetCallerIdentity&Version=2011-06-15",
    }
    local signed = ctx.sign.aws_v4(request, order(ctx, ctx.opt.secret_access_key, "sts"))
    local auth
    for name, value in pairs(signed.headers) do
      if name == "authorization" then
        local scheme, rest = value:match("^(%S+) (.+)$")
        auth = { scheme = scheme, value = rest }
      else
        request.headers[name] = value
      end
    end
    local r = ctx.http.post {
      url = request.url,
      headers = request.headers,
      body = request.body,
      auth = auth,
    }
    local failure = r.json.Error
    if failure then
      local code = r.status >= 500 and "service_unavailable" or "invalid_credentials"
      return ctx.fail(code, failure.Message, failure.Code)
    end
    local who = r.json.GetCallerIdentityResponse.GetCallerIdentityResult
    return {
      access = ctx.opt.secret_access_key,
      extras = { id = who.UserId, arn = who.Arn, account = who.Account },
    }
  end,

  identity = function(_, token)
    return { id = token.extras.id, login = token.extras.arn, name = token.extras.account }
  end,

  sign = function(ctx, request, token)
    return ctx.sign.aws_v4(request, order(ctx, token.access, ctx.opt.service))
  end,

  request = { base = "https://{service}.{region}.amazonaws.com" },

  rehearsal = {
    options = { access_key_id = "AKIDPRACTICE", secret_access_key = "practice-secret-key" },
    replies = {
      {
        method = "POST",
        path = "/",
        json = {
          GetCallerIdentityResponse = {
            GetCallerIdentityResult = {
              Account = "123456789012",
              Arn = "arn:aws:iam::123456789012:user/practice",
              UserId = "AIDAPRACTICE",
            },
          },
        },
      },
    },
  },
}
