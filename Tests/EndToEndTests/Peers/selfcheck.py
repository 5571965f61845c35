"""Is the rig right? Clients that are not ours (requests-oauthlib, Authlib's client) log in to it.

Prints one line for each check and fails with the first that does not hold.
"""

import os
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import requests
import urllib3.util.connection
from authlib.integrations.requests_client import OAuth2Session
from requests_oauthlib import OAuth1, OAuth1Session
from requests_oauthlib.oauth1_session import TokenRequestDenied

from peers import Peers

CALLBACK = "http://127.0.0.1:8765/callback"
TWITTER, ACCOUNTS = "https://api.twitter.com", "https://accounts.spotify.com"
API, ACME = "https://api.spotify.com/v1", "https://api.acme.example"


def check(name, truth, shown=""):
    print(f"{'ok' if truth else 'NOT OK'} {name} {shown if not truth else ''}")
    if not truth:
        raise SystemExit(1)


def query(url):
    return {k: v[0] for k, v in parse_qs(urlsplit(url).query, keep_blank_values=True).items()}


def oauth1(peers, rig):
    key, secret = rig.twitter.client.key, rig.twitter.client.secret
    session = OAuth1Session(key, secret, callback_uri=CALLBACK)
    session.fetch_request_token(f"{TWITTER}/oauth/request_token")
    url = session.authorization_url(f"{TWITTER}/oauth/authenticate")
    denied = peers.visit(rig.port, url, "deny", deliver=False)
    check("a refusal comes back as denied=", "denied" in query(denied["callback"]), denied)
    allowed = peers.visit(rig.port, url, "allow", deliver=False)
    session.parse_authorization_response(allowed["callback"])
    token = session.fetch_access_token(f"{TWITTER}/oauth/access_token")
    check("the access token names the user", token["user_id"] == "1234567890123456789", token)
    me = session.get(f"{TWITTER}/1.1/account/verify_credentials.json", params={"skip": "true & false"})
    check("a signed call works", me.json()["id"] == 1234567890123456789, me.text)
    text = "Hello Ladies + Gentlemen, a signed OAuth request! ~*'() ü€🎱"
    made = session.post(f"{TWITTER}/1.1/statuses/update.json", data={"status": text})
    check("a signed form works", made.json()["text"] == text, made.text)
    bad = requests.get(
        f"{TWITTER}/1.1/account/verify_credentials.json",
        auth=OAuth1(key, "wrong", token["oauth_token"], token["oauth_token_secret"]),
    )
    check("a wrong secret is refused at the API", bad.status_code == 401, bad.text)
    wrong = OAuth1Session(key, "wrong", callback_uri=CALLBACK)
    try:
        wrong.fetch_request_token(f"{TWITTER}/oauth/request_token")
        check("a wrong consumer secret is refused", False)
    except TokenRequestDenied as error:
        check("a wrong consumer secret is refused", error.status_code == 401 and "invalid_signature" in str(error))

    pinned = OAuth1Session(key, secret, callback_uri="oob")
    pinned.fetch_request_token(f"{TWITTER}/oauth/request_token")
    seen = peers.visit(rig.port, pinned.authorization_url(f"{TWITTER}/oauth/authorize"))
    check("oob shows a PIN", seen["pin"] and len(seen["pin"]) == 7, seen)
    tried = OAuth1Session(
        key, secret, pinned.token["oauth_token"], pinned.token["oauth_token_secret"], verifier="0" + seen["pin"]
    )
    try:
        tried.fetch_access_token(f"{TWITTER}/oauth/access_token")
        check("a changed verifier is refused", False)
    except TokenRequestDenied as error:
        check("a changed verifier is refused", "oauth_verifier" in str(error), str(error))

    rig.twitter.xauth_users["alice"] = "pass+word&"
    data = {"x_auth_mode": "client_auth", "x_auth_username": "alice", "x_auth_password": "pass+word&"}
    direct = requests.post(f"{TWITTER}/oauth/access_token", data=data, auth=OAuth1(key, secret))
    check("xAuth answers a token", direct.status_code == 200 and "oauth_token_secret=" in direct.text, direct.text)
    data["x_auth_password"] = "other"
    direct = requests.post(f"{TWITTER}/oauth/access_token", data=data, auth=OAuth1(key, secret))
    check("xAuth refuses a wrong password", direct.status_code == 401, direct.text)


def code_login(peers, rig, redirect=CALLBACK, verifier="v" * 50):
    session = OAuth2Session(
        rig.spotify.client.client_id, rig.spotify.client.client_secret, scope="user-read-email",
        redirect_uri=redirect, code_challenge_method="S256",
    )
    url, _ = session.create_authorization_url(f"{ACCOUNTS}/authorize", code_verifier=verifier)
    return session, url, peers.visit(rig.port, url, deliver=False)


def refusal(action):
    try:
        action()
        return None
    except Exception as error:
        return str(error)


def oauth2(peers, rig):
    token_url = f"{ACCOUNTS}/api/token"
    session, url, seen = code_login(peers, rig)
    check("the callback has code and state", {"code", "state"} == set(query(seen["callback"])), seen)
    denied = peers.visit(rig.port, url, "deny", deliver=False)["callback"]
    check("a refusal comes back as access_denied", query(denied)["error"] == "access_denied", denied)
    token = session.fetch_token(token_url, authorization_response=seen["callback"], code_verifier="v" * 50)
    check("the code gives a token", token["refresh_token"] and token["expires_in"] == 3600, token)
    check("the token works", session.get(f"{API}/me").json()["id"] == "smedjan")
    old = token["refresh_token"]
    new = session.refresh_token(token_url, old)
    check("a refresh gives no new refresh token unless it rotates", new["refresh_token"] == old, new)
    rig.spotify.rotates = True
    new = session.refresh_token(token_url, old)
    check("a rotating refresh gives a new one", new["refresh_token"] != old, new)
    said = refusal(lambda: session.refresh_token(token_url, old))
    check("a refresh token used twice is refused", said and "invalid_grant" in said, said)
    said = refusal(lambda: session.refresh_token(token_url, new["refresh_token"]))
    check("and takes its family with it", said and "invalid_grant" in said, said)
    rig.spotify.rotates = False

    replay = OAuth2Session(
        rig.spotify.client.client_id, rig.spotify.client.client_secret, redirect_uri=CALLBACK
    )
    said = refusal(lambda: replay.fetch_token(token_url, code=query(seen["callback"])["code"], code_verifier="v" * 50))
    check("a replayed code is refused", said and "invalid_grant" in said, said)
    other, _, seen = code_login(peers, rig)
    said = refusal(
        lambda: other.fetch_token(token_url, authorization_response=seen["callback"], code_verifier="w" * 50)
    )
    check("a wrong verifier is refused", said and "challenge" in said, said)
    other, _, seen = code_login(peers, rig)
    said = refusal(
        lambda: other.fetch_token(
            token_url, code=query(seen["callback"])["code"], code_verifier="v" * 50,
            redirect_uri="http://127.0.0.1:9999/callback",
        )
    )
    check("another redirect URI is refused", said and "redirect_uri" in said, said)
    _, _, seen = code_login(peers, rig, "http://127.0.0.1:8765/elsewhere")
    check("an unregistered redirect URI stops at the page", seen["status"] == 400 and not seen["callback"], seen)
    rig.spotify.expire()
    check("an expired token is refused", session.get(f"{API}/me").status_code == 401)


def in_house(peers, rig):
    form = {"appKey": rig.acme.app_key, "userId": "42"}
    given = requests.post(f"{ACME}/client/auth/init", data=form).json()
    headers = {"Authorization": f"Bearer {given['accessToken']}", "Accept": "application/json"}
    check("the JWT works", requests.get(f"{ACME}/me", headers=headers).json()["user"] == "42")
    check("Accept is demanded", requests.get(f"{ACME}/me", headers={**headers, "Accept": "*/*"}).status_code == 406)
    wrong = requests.post(f"{ACME}/client/auth/init", data={**form, "appKey": "x"}).json()
    check("a wrong key is an error in the body", wrong["error"]["code"] == "E1001", wrong)


def faulty(peers, rig):
    form, url = {"appKey": rig.acme.app_key, "userId": "42"}, f"{ACME}/client/auth/init"
    post = lambda seconds=5: requests.post(url, data=form, timeout=seconds)
    for action, kinds in {
        "close": requests.ConnectionError, "lose": requests.ConnectionError, "hang": requests.Timeout,
        "truncate": (requests.ConnectionError, requests.exceptions.ChunkedEncodingError),
    }.items():
        peers.fault(rig.port, action=action, path="/client/auth/init")
        try:
            post(1)
            check(f"fault {action}", False)
        except kinds:
            check(f"fault {action}", True)
    peers.fault(rig.port, action="drip", path="/client/auth/init")
    began = time.monotonic()
    with requests.post(url, data=form, stream=True, timeout=5) as answer:
        first = answer.raw.read(2)
    check("fault drip", len(first) == 2 and time.monotonic() - began > 1.5)
    peers.fault(rig.port, action="reply", path="/client/auth/init", status=503, body="{}")
    check("fault reply", post().status_code == 503)
    peers.fault(rig.port, action="change", path="/client/auth/init", set={"accessToken": "x"}, remove=["refreshToken"])
    check("fault change", post().json() == {"accessToken": "x"})
    check("faults end", "refreshToken" in post().json())
    check("requests are recorded", rig.requests[-1]["body"] == "appKey=test-app-key&userId=42", rig.requests[-1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(Path(folder))
        opened = peers.open({})
        rig = peers.rigs[opened["port"]]
        os.environ["REQUESTS_CA_BUNDLE"] = opened["ca"]
        connect = urllib3.util.connection.create_connection
        urllib3.connection.connection.create_connection = lambda address, *rest, **more: connect(
            ("127.0.0.1", rig.port) if address[1] == 443 else address, *rest, **more
        )
        oauth1(peers, rig)
        oauth2(peers, rig)
        in_house(peers, rig)
        faulty(peers, rig)


if __name__ == "__main__":
    main()
