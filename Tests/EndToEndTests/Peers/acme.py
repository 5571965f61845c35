"""An in-house back end that hands out a JWT for an app key, as many companies have one."""

import time

import jwt
from flask import Flask, jsonify, request

KEY = "a signing key that only this back end knows"


class Acme:
    def __init__(self, app_key="test-app-key", user_ids=("42",), lifetime=3600, error_status=200):
        self.app_key, self.user_ids, self.lifetime = app_key, list(user_ids), lifetime
        self.error_status = error_status
        self.logins = 0
        self.app = Flask("acme")
        self.app.add_url_rule("/client/auth/init", view_func=self.init, methods=["POST"])
        self.app.add_url_rule("/<path:path>", view_func=self.call, methods=["GET", "POST"])

    def init(self):
        if request.mimetype != "application/x-www-form-urlencoded":
            return self._error("E1000", ["Form expected", f"got {request.mimetype}"])
        if request.form.get("appKey") != self.app_key:
            return self._error("E1001", ["Unknown app key", "Ask the platform team for one"])
        if request.form.get("userId") not in self.user_ids:
            return self._error("E1002", ["Unknown user", "userId is the number on the badge"])
        self.logins += 1
        now = int(time.time())
        claims = {"iss": "acme", "sub": request.form["userId"], "iat": now, "exp": now + self.lifetime, "n": self.logins}
        return jsonify(accessToken=jwt.encode(claims, KEY, "HS256"), refreshToken=f"acme-refresh-{self.logins}")

    def call(self, path):
        if request.headers.get("Accept") != "application/json":
            return jsonify(error={"code": "E406", "desc": ["Accept must be application/json"]}), 406
        try:
            scheme, _, token = request.headers.get("Authorization", "").partition(" ")
            if scheme != "Bearer":
                raise jwt.InvalidTokenError("no Bearer token")
            claims = jwt.decode(token, KEY, ["HS256"], issuer="acme")
        except jwt.InvalidTokenError as error:
            return jsonify(error={"code": "E401", "desc": [str(error)]}), 401
        return jsonify(
            path=f"/{path}", method=request.method, user=claims["sub"], body=request.get_data(as_text=True),
            content_type=request.headers.get("Content-Type"),
        )

    def _error(self, code, texts):
        return jsonify(error={"code": code, "desc": texts}), self.error_status
