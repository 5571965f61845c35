"""An OAuth 1.0a provider on Authlib's server classes, with Twitter's paths, answers and habits."""

import secrets
from dataclasses import dataclass

from authlib.integrations.flask_oauth1 import AuthorizationServer, ResourceProtector
from authlib.oauth1 import ClientMixin, TemporaryCredentialMixin, TokenCredentialMixin
from authlib.oauth1.errors import OAuth1Error
from authlib.oauth1.rfc5849.wrapper import OAuth1Request
from flask import Flask, Response, jsonify, redirect, request
from werkzeug.datastructures import MultiDict

import pages


@dataclass
class Client(ClientMixin):
    key: str
    secret: str

    def get_client_secret(self):
        return self.secret

    def get_default_redirect_uri(self):
        return None

    def get_rsa_public_key(self):
        return None


@dataclass
class Credential(TemporaryCredentialMixin, TokenCredentialMixin):
    client_id: str
    token: str
    secret: str
    callback: str | None = None
    verifier: str | None = None

    def get_client_id(self):
        return self.client_id

    def get_redirect_uri(self):
        return self.callback

    def check_verifier(self, verifier):
        return self.verifier is not None and secrets.compare_digest(self.verifier, verifier)

    def get_oauth_token(self):
        return self.token

    def get_oauth_token_secret(self):
        return self.secret


class Server(AuthorizationServer):
    """Authlib's server, with a short verifier where a person has to type it."""

    def create_authorization_verifier(self, request):
        verifier = super().create_authorization_verifier(request)
        if request.credential.callback == "oob":
            verifier = f"{secrets.randbelow(10_000_000):07}"
            request.credential.verifier = verifier
        return verifier


class Twitter:
    def __init__(
        self,
        consumer_key="test-consumer-key",
        consumer_secret="test/consumer+secret&=",
        user_id="1234567890123456789",
        screen_name="acme_tester",
        xauth_users=None,
        signature_methods=("HMAC-SHA1",),
    ):
        self.client = Client(consumer_key, consumer_secret)
        self.user_id, self.screen_name = user_id, screen_name
        self.xauth_users = xauth_users or {}
        self.temporary: dict[str, Credential] = {}
        self.tokens: dict[str, Credential] = {}
        self.nonces: set = set()
        self.app = Flask("twitter")
        self.app.config["OAUTH1_SUPPORTED_SIGNATURE_METHODS"] = list(signature_methods)
        self.server = Server(self.app, query_client=self._client)
        self.protect = ResourceProtector(
            self.app, query_client=self._client, query_token=self._token, exists_nonce=self._seen
        )
        for name, hook in {
            "exists_nonce": self._seen,
            "create_temporary_credential": self._issue_temporary,
            "get_temporary_credential": lambda token: self.temporary.get(token),
            "delete_temporary_credential": lambda token: self.temporary.pop(token, None),
            "create_authorization_verifier": self._keep_verifier,
            "create_token_credential": self._issue_token,
        }.items():
            self.server.register_hook(name, hook)
        route = self.app.add_url_rule
        route("/oauth/request_token", view_func=self.request_token, methods=["POST"])
        for path in ("/oauth/authorize", "/oauth/authenticate"):
            route(path, endpoint=path, view_func=self.authorize, methods=["GET", "POST"])
        route("/oauth/access_token", view_func=self.access_token, methods=["POST"])
        route("/1.1/account/verify_credentials.json", view_func=self.verify_credentials)
        route("/1.1/search/tweets.json", view_func=self.search)
        route("/1.1/statuses/update.json", view_func=self.update, methods=["POST"])

    # What Authlib asks for.

    def _client(self, key):
        return self.client if key == self.client.key else None

    def _token(self, client_id, token):
        return self.tokens.get(token)

    def _seen(self, nonce, timestamp, client_id, token):
        use = (nonce, timestamp, client_id, token)
        if use in self.nonces:
            return True
        self.nonces.add(use)
        return False

    def _issue_temporary(self, token, client_id, callback):
        made = Credential(client_id, token["oauth_token"], token["oauth_token_secret"], callback)
        self.temporary[made.token] = made
        return made

    @staticmethod
    def _keep_verifier(credential, user, verifier):
        credential.verifier = verifier

    def _issue_token(self, token, temporary):
        made = Credential(temporary.client_id, f"{self.user_id}-{token['oauth_token']}", token["oauth_token_secret"])
        self.tokens[made.token] = made
        return made

    # The endpoints.

    def request_token(self):
        return self._as_twitter(self.server.create_temporary_credentials_response())

    def authorize(self):
        try:
            asked = self.server.check_authorization_request()
        except OAuth1Error as error:
            return Response(pages.refusal(error.description or error.error), 403, mimetype="text/html")
        if request.method == "GET":
            return pages.consent("authrun", "read your posts")
        callback = asked.credential.callback
        if request.form.get("decision") != "allow":
            if callback == "oob":
                return pages.refusal("You denied the app access.")
            joint = "&" if "?" in callback else "?"
            return redirect(f"{callback}{joint}denied={asked.token}")
        if callback == "oob":
            asked.user = self.screen_name
            return pages.pin(self.server.create_authorization_verifier(asked))
        return self.server.create_authorization_response(grant_user=self.screen_name)

    def access_token(self):
        if request.values.get("x_auth_mode"):
            return self._xauth()
        return self._as_twitter(self.server.create_token_response(), self._identity())

    def verify_credentials(self):
        return self._protected(lambda: {**self._user(), "name": "Acme Tester"})

    def search(self):
        return self._protected(lambda: {"query": request.args.to_dict(flat=False)})

    def update(self):
        return self._protected(lambda: {"text": request.form.get("status"), "user": self._user()})

    def _xauth(self):
        """The user's name and password instead of a browser, for keys that have it."""
        try:
            asked = OAuth1Request(request.method, request.url, request.form.to_dict(flat=True), request.headers)
            asked.client = self._client(asked.client_id)
            if asked.client is None:
                return Response("error=invalid_client", 401)
            self.server.validate_timestamp_and_nonce(asked)
            self.server.validate_oauth_signature(asked)
        except OAuth1Error as error:
            return self.server.handle_error_response(error)
        name, password = request.form.get("x_auth_username"), request.form.get("x_auth_password")
        if request.form["x_auth_mode"] != "client_auth" or self.xauth_users.get(name, "") != (password or None):
            return jsonify(errors=[{"code": 32, "message": "Could not authenticate you."}]), 401
        made = self._issue_token(self.server.token_generator(), Credential(self.client.key, "", ""))
        payload = MultiDict([("oauth_token", made.token), ("oauth_token_secret", made.secret)])
        answer = self.server.handle_response(200, list(payload.items()), [])
        return self._as_twitter(answer, self._identity())

    def _identity(self):
        return f"&user_id={self.user_id}&screen_name={self.screen_name}"

    def _user(self):
        return {"id": int(self.user_id), "id_str": self.user_id, "screen_name": self.screen_name}

    def _protected(self, answer):
        try:
            self.protect.acquire_credential()
        except OAuth1Error as error:
            return jsonify(errors=[{"code": 89, "message": f"Invalid or expired token. ({error.error})"}]), 401
        return jsonify(answer())

    @staticmethod
    def _as_twitter(response, more=""):
        """Twitter says text/html where the body is a form; its users have to live with it."""
        if response.status_code == 200:
            body = response.get_data(as_text=True).replace("confirmed=True", "confirmed=true")
            response.set_data(body + more)
            response.headers["Content-Type"] = "text/html;charset=utf-8"
        return response
