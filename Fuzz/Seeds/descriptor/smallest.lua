return provider { api = 1, id = "fuzz", oauth2 = { authorize = "https://a.example/a", token = "https://a.example/t" } }
