-- a comment
--[==[ long ]==]
return provider({ api = 2, ["x\ty"] = [[text]], n = 0x1p4, f = function(...) goto e ::e:: end })
