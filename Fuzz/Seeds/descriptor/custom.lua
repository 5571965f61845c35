local base = "https://api.example"
return provider {
  api = 1, id = "fuzz", kind = "custom", hosts = { "api.example" }, private_hosts = true,
  options = { key = { type = "secret", bind = { "api.example" } }, base = { type = "url", default = base } },
  capture = { { via = "paste", redirect_uri = "https://x.example/cb" } },
  login = function(ctx)
    local back = ctx.browser.authorize { url = ctx.opt.base, state = false }
    return { access = back.code, expires_in = 60 }
  end,
  refresh = function(ctx, token) return { access = token.refresh } end,
}
