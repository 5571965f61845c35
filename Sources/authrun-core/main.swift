print("core")
