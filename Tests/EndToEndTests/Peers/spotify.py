"""An OAuth 2.0 authorization server on Authlib's server classes, with Spotify's paths, answers and habits."""

import secrets
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from flask import Flask, Response, jsonify, request

import pages


@dataclass
class Client(ClientMixin):
    client_id: str
    client_secret: str
    redirect_uris: list[str]
    scopes: list[str]

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return " ".join(s for s in (scope or "").split() if s in self.scopes)

    def check_redirect_uri(self, redirect_uri):
        """Exact, but for the port of a loopback address (RFC 8252 §7.3)."""
        if redirect_uri in self.redirect_uris:
            return True
        asked = urlsplit(redirect_uri)
        return asked.hostname in ("127.0.0.1", "::1") and any(
            (asked.scheme, asked.hostname, asked.path, asked.query) == (u.scheme, u.hostname, u.path, u.query)
            for u in map(urlsplit, self.redirect_uris)
            if u.port is None
        )

    def check_client_secret(self, client_secret):
        return secrets.compare_digest(self.client_secret.encode(), client_secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


@dataclass
class Code(AuthorizationCodeMixin):
    code: str
    redirect_uri: str
    scope: str
    code_challenge: str | None
    code_challenge_method: str | None
    used: bool = False

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


@dataclass
class Token(TokenMixin):
    access_token: str
    refresh_token: str | None
    scope: str
    expires_at: float
    family: str
    superseded: bool = False
    revoked: bool = False
    client_id: str = ""
    made_by: str = field(default="code")

    def check_client(self, client):
        return self.client_id == client.client_id

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return int(self.expires_at - time.time())


class Spotify:
    def __init__(
        self,
        client_id="test-client-id",
        client_secret="test-client-secret",
        redirect_uris=("http://127.0.0.1/callback", "http://[::1]/callback"),
        scopes=("user-read-email", "user-read-private", "playlist-read-private"),
        expires_in=3600,
        refresh_tokens=True,
        rotates=False,
    ):
        self.client = Client(client_id, client_secret, list(redirect_uris), list(scopes))
        self.expires_in, self.rotates = expires_in, rotates
        self.codes: dict[str, Code] = {}
        self.tokens: list[Token] = []
        self.accounts, self.api = Flask("accounts"), Flask("api")
        if refresh_tokens:
            self.accounts.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
        self.accounts.config["OAUTH2_TOKEN_EXPIRES_IN"] = {
            "authorization_code": expires_in, "refresh_token": expires_in,
        }
        self.server = AuthorizationServer(
            self.accounts, query_client=lambda i: self.client if i == client_id else None, save_token=self._save
        )
        peer = self

        class S256(CodeChallenge):
            SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

        class AuthorizationCodeGrant(grants.AuthorizationCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

            def save_authorization_code(self, code, request):
                data = request.payload.data
                peer.codes[code] = Code(
                    code, request.payload.redirect_uri, request.scope,
                    data.get("code_challenge"), data.get("code_challenge_method"),
                )

            def query_authorization_code(self, code, client):
                found = peer.codes.get(code)
                if found and found.used:
                    # RFC 6749 §4.1.2: a code seen twice takes its tokens with it.
                    peer.revoke(code)
                    return None
                return found

            def delete_authorization_code(self, authorization_code):
                authorization_code.used = True

            def authenticate_user(self, authorization_code):
                return "tester"

        class RefreshTokenGrant(grants.RefreshTokenGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]
            INCLUDE_NEW_REFRESH_TOKEN = property(lambda self: peer.rotates)

            def authenticate_refresh_token(self, refresh_token):
                found = next((t for t in reversed(peer.tokens) if t.refresh_token == refresh_token), None)
                if found and found.superseded and peer.rotates:
                    # RFC 9700 §4.14.2: somebody has a copy, so the whole family goes.
                    peer.revoke(found.family)
                return None if found is None or found.revoked else found

            def authenticate_user(self, refresh_token):
                return "tester"

            def revoke_old_credential(self, refresh_token):
                refresh_token.superseded = True

        class Revocation(RevocationEndpoint):
            CLIENT_AUTH_METHODS = ["client_secret_basic"]

            def query_token(self, token_string, token_type_hint):
                return next(
                    (t for t in peer.tokens if token_string in (t.access_token, t.refresh_token)), None
                )

            def revoke_token(self, token, request):
                peer.revoke(token.family)

        self.server.register_grant(AuthorizationCodeGrant, [S256(required=True)])
        self.server.register_grant(RefreshTokenGrant)
        self.server.register_endpoint(Revocation)
        self.accounts.add_url_rule("/authorize", view_func=self.authorize, methods=["GET", "POST"])
        self.accounts.add_url_rule(
            "/api/token", view_func=lambda: self.server.create_token_response(), methods=["POST"]
        )
        # The real service has no such address; descriptors of the tests' own use it.
        self.accounts.add_url_rule(
            "/api/revoke", "revoke", methods=["POST"],
            view_func=lambda: self.server.create_endpoint_response("revocation"),
        )
        self.api.add_url_rule("/v1/me", view_func=self.me)
        self.api.add_url_rule("/v1/echo", view_func=self.echo, methods=["GET", "POST", "PUT", "DELETE"])

    def revoke(self, family):
        for token in self.tokens:
            if token.family == family:
                token.revoked = True

    def expire(self):
        """Makes every access token stale at the API; the client is not told."""
        for token in self.tokens:
            token.expires_at = 0

    def _save(self, token, request):
        if code := getattr(request, "authorization_code", None):
            family, made_by = code.code, "code"
        else:
            family, made_by = request.refresh_token.family, "refresh"
        refresh = token.get("refresh_token")
        if refresh is None and made_by == "refresh":
            refresh = request.refresh_token.refresh_token
        self.tokens.append(
            Token(
                token["access_token"], refresh, token.get("scope", ""), time.time() + self.expires_in, family,
                client_id=request.client.client_id, made_by=made_by,
            )
        )

    def authorize(self):
        try:
            grant = self.server.get_consent_grant(end_user="tester")
        except OAuth2Error as error:
            if getattr(error, "redirect_uri", None):
                return self.server.handle_error_response(None, error)
            return Response(pages.refusal(f"{error.error}: {error.description}"), 400, mimetype="text/html")
        if request.args.get("code_challenge_method") != "S256":
            return Response(pages.refusal("code_challenge_method must be S256"), 400, mimetype="text/html")
        if request.method == "GET":
            return pages.consent("authrun", request.args.get("scope", ""))
        user = "tester" if request.form.get("decision") == "allow" else None
        answer = self.server.create_authorization_response(grant_user=user, grant=grant)
        if request.args.get("response_mode") == "fragment" and "Location" in answer.headers:
            # The real service knows no such mode; descriptors of the tests' own ask for it.
            answer.headers["Location"] = answer.headers["Location"].replace("?", "#", 1)
        return answer

    def _bearer(self):
        value = request.headers.get("Authorization", "")
        token = next((t for t in self.tokens if value == f"Bearer {t.access_token}"), None)
        if token is None or token.revoked:
            return jsonify(error={"status": 401, "message": "Invalid access token"}), 401
        if token.expires_at <= time.time():
            return jsonify(error={"status": 401, "message": "The access token expired"}), 401
        return None

    def me(self):
        return self._bearer() or jsonify(
            id="smedjan", display_name="Tést Üser", email="tester@example.com", product="premium"
        )

    def echo(self):
        return self._bearer() or jsonify(
            method=request.method, query=request.query_string.decode(), body=request.get_data(as_text=True),
            content_type=request.headers.get("Content-Type"), accept=request.headers.get("Accept"),
        )
