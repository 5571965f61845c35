"""Answers questions about OAuth 1.0 with oauthlib and Authlib, which know nothing of our code.

One JSON object a line each way. A request is {"method", "url", "body", "type", "consumer", "consumer_secret",
"token", "token_secret", "algorithm", "transport", "realm", "nonce", "timestamp", "body_hash"}.
"""

import base64
import functools
import hashlib
import json
import os
import random
import sys

# Authlib signs for plain http only when told; nothing is sent here.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.oauth1 import ClientAuth
from authlib.oauth1.rfc5849 import signature as authlib_signature
from oauthlib.oauth1 import Client
from oauthlib.oauth1.rfc5849 import signature as oauthlib_signature

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

# Reading a private key takes longer than a hundred signatures; everything else is as the library does it.
oauthlib_signature._prepare_key_plus = functools.lru_cache(oauthlib_signature._prepare_key_plus)

FORM = "application/x-www-form-urlencoded"


def oauthlib_sign(q):
    client = Client(
        q["consumer"],
        client_secret=q["consumer_secret"],
        resource_owner_key=q["token"],
        resource_owner_secret=q["token_secret"],
        signature_method=q["algorithm"],
        signature_type={"header": "AUTH_HEADER", "query": "QUERY", "body": "BODY"}[q["transport"]],
        rsa_key=q.get("rsa_key"),
        realm=q["realm"],
        nonce=q["nonce"],
        timestamp=q["timestamp"],
    )
    headers = {"Content-Type": q["type"]} if q["type"] else {}
    # A body that is no form is hashed, if it is there at all.
    body = q["body"] if q["type"] == FORM or q["body_hash"] else None
    url, headers, body = client.sign(q["url"], q["method"], body=body, headers=headers)
    return {"url": url, "authorization": headers.get("Authorization"), "body": body}


def authlib_sign(q):
    client = ClientAuth(
        q["consumer"],
        client_secret=q["consumer_secret"],
        token=q["token"],
        token_secret=q["token_secret"],
        signature_method=q["algorithm"],
        signature_type={"header": "HEADER", "query": "QUERY", "body": "BODY"}[q["transport"]],
        rsa_key=q.get("rsa_key"),
        realm=q["realm"],
    )
    headers = {"Content-Type": q["type"]} if q["type"] else {}
    body = q["body"] if q["type"] == FORM else ""
    url, headers, body = client.sign(q["method"], q["url"], headers, body)
    if isinstance(body, bytes):
        body = body.decode()
    return {"url": url, "authorization": headers.get("Authorization"), "body": body}


def base_strings(q):
    """The base string of a signed request as each library sees it; None where a library errs."""
    headers = {"Authorization": q["authorization"]} if q.get("authorization") else {}
    query = q["url"].partition("?")[2]
    form = q["body"] if q.get("type") == FORM else ""
    params = oauthlib_signature.collect_parameters(
        uri_query=query, body=form, headers=headers, exclude_oauth_signature=True
    )
    first = oauthlib_signature.signature_base_string(
        q["method"],
        oauthlib_signature.base_string_uri(q["url"]),
        oauthlib_signature.normalize_parameters(params),
    )
    given = dict(params).get("oauth_body_hash")
    # Authlib keeps the default port of an IPv6 address (against RFC 5849 section 3.4.1.2).
    second = None
    if "[" not in q["url"]:
        second = authlib_signature.construct_base_string(q["method"], q["url"], params)
    return {"oauthlib": first, "authlib": second, "given_hash": given}


HMAC = {
    "HMAC-SHA1": oauthlib_signature.sign_hmac_sha1_with_client,
    "HMAC-SHA256": oauthlib_signature.sign_hmac_sha256_with_client,
    "HMAC-SHA512": oauthlib_signature.sign_hmac_sha512_with_client,
}


RSA = {
    "RSA-SHA1": oauthlib_signature.sign_rsa_sha1_with_client,
    "RSA-SHA256": oauthlib_signature.sign_rsa_sha256_with_client,
    "RSA-SHA512": oauthlib_signature.sign_rsa_sha512_with_client,
}


@functools.lru_cache(maxsize=1)
def rsa_key():
    """One key for the life of this program."""
    return (
        rsa.generate_private_key(65537, 2048)
        .private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        .decode()
    )


class Secrets:
    def __init__(self, q):
        self.rsa_key = q.get("rsa_key")
        self.client_secret = q["consumer_secret"]
        self.resource_owner_secret = q.get("token_secret")


def check(q):
    """Base strings and oauthlib's signature for a request that was signed elsewhere."""
    answer = base_strings(q)
    if q["algorithm"] in HMAC:
        answer["signature"] = HMAC[q["algorithm"]](answer["oauthlib"], Secrets(q))
    elif q["algorithm"] in RSA:
        answer["signature"] = RSA[q["algorithm"]](answer["oauthlib"], Secrets(q))
    elif q["algorithm"] == "PLAINTEXT":
        answer["signature"] = oauthlib_signature.sign_plaintext_with_client(None, Secrets(q))
    # Authlib knows the methods of the RFC alone.
    if q["algorithm"] == "HMAC-SHA1":
        answer["authlib_signature"] = authlib_signature.hmac_sha1_signature(
            answer["oauthlib"], q["consumer_secret"], q.get("token_secret")
        )
    elif q["algorithm"] == "RSA-SHA1":
        answer["authlib_signature"] = authlib_signature.rsa_sha1_signature(answer["oauthlib"], q["rsa_key"])
    if q["body_hash"]:
        # The draft says the hash of the signature method; PLAINTEXT has none, and SHA-1 stands in.
        name = (q["algorithm"].rpartition("-")[2] if "-" in q["algorithm"] else "SHA1").lower()
        digest = hashlib.new(name, q["body"].encode()).digest()
        answer["body_hash"] = base64.b64encode(digest).decode()
    return answer


TEXT = "abcXYZ019-._~ &=+%/?:;,@!$'()*#[]\"<>\\|^`{}\u00e9\u03bb\u20ac\U0001f3b1\n\t"
# Both libraries decode oauth_ parameters a second time, which shows only after a percent sign.
KEY = TEXT.replace("%", "")
SAFE = "abcdefXYZ0189-._~"


def text(rng, alphabet=TEXT, longest=8):
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(0, longest)))


def encoded(rng, value):
    """Form encoding with every freedom that a writer has."""
    out = []
    for byte in value.encode():
        char = chr(byte)
        if byte < 128 and char in SAFE and rng.random() < 0.9:
            out.append(char)
        elif char == " " and rng.random() < 0.5:
            out.append("+")
        elif byte < 128 and char in "/?:,@!'()*" and rng.random() < 0.5:
            out.append(char)
        else:
            out.append(("%%%02X" if rng.random() < 0.7 else "%%%02x") % byte)
    return "".join(out)


def pairs(rng):
    out = []
    for _ in range(rng.randint(0, 6)):
        name = "x" + text(rng, longest=4) if rng.random() < 0.6 else rng.choice(["a", "a1", "a-", "b", "c[]"])
        kind = rng.random()
        if kind < 0.1:
            # A name without a value, with or without the sign that one could follow.
            out.append(encoded(rng, name) + rng.choice(["", "="]))
        elif kind < 0.15:
            out.append("")
        else:
            out.append("%s=%s" % (encoded(rng, name), encoded(rng, text(rng))))
    return "&".join(out)


def question(rng):
    scheme = rng.choice(["http", "https", "HTTPS"])
    host = rng.choice(["example.com", "API.Example.com", "127.0.0.1", "[2001:DB8::1]", "a-b.c"])
    port = rng.choice(["", "", ":80", ":443", ":8080", ":65535"])
    path = "/" + "/".join(encoded(rng, text(rng, SAFE + " \u00e9")).replace("+", "%20") for _ in range(rng.randint(0, 3)))
    if any(part in (".", "..") for part in path.split("/")):
        path = "/"
    path = path.replace("//", "/s/")
    query = pairs(rng)
    method = rng.choice(["GET", "POST", "PUT", "DELETE", "PATCH", "get"])
    form = method not in ("GET", "get", "DELETE") and rng.random() < 0.5
    # Some bodies are no form, and some of these are hashed.
    other = not form and rng.random() < 0.3
    token = rng.random() < 0.7
    algorithm = rng.choice(list(HMAC) * 2 + list(RSA) + ["PLAINTEXT"])
    if algorithm == "PLAINTEXT":
        # The secrets themselves travel, which is refused without TLS.
        scheme = "https"
    return {
        "method": method,
        "url": "%s://%s%s%s%s" % (scheme, host, port, path, "?" + query if query else ""),
        "body": pairs(rng) if form else text(rng, longest=60) if other else "",
        "type": FORM if form else "application/json" if other else None,
        "body_hash": other and rng.random() < 0.7,
        "consumer": "k" + text(rng, KEY, 12),
        "consumer_secret": text(rng, longest=20),
        "token": "t" + text(rng, KEY, 12) if token else None,
        "token_secret": text(rng, longest=20) if token else None,
        "algorithm": algorithm,
        "rsa_key": rsa_key() if algorithm in RSA else None,
        "transport": rng.choice(["header", "header", "query"] + (["body"] * 2 if form else [])),
        "realm": rng.choice([None, "Photos", "http://a/"]),
        "nonce": "%032x" % rng.getrandbits(128),
        "timestamp": str(rng.randint(1, 4102444800)),
    }


def make(q):
    """Random requests with their signatures by one of the libraries."""
    rng = random.Random(q["seed"])
    answer = []
    while len(answer) < q["count"]:
        one = question(rng)
        sign = oauthlib_sign
        if q["library"] == "oauthlib" and one["body_hash"]:
            # It knows no other hash for bodies, whatever hashes the signature.
            one["algorithm"] = {"HMAC": "HMAC-SHA1", "RSA": "RSA-SHA1"}.get(
                one["algorithm"].partition("-")[0], one["algorithm"]
            )
        if q["library"] == "authlib":
            if one["algorithm"] in RSA:
                one["algorithm"] = "RSA-SHA1"
            elif one["algorithm"] != "PLAINTEXT":
                one["algorithm"] = "HMAC-SHA1"
            # It hashes no bodies; what it does not sign is left out.
            one["body_hash"] = False
            if one["type"] != FORM:
                one["type"], one["body"] = None, ""
            sign = authlib_sign
            # The port again, and: a body with a bare apostrophe is silently not signed.
            if "[" in one["url"] or "'" in one["body"]:
                continue
        try:
            signed = sign(one)
        except ValueError:
            # Authlib refuses a few characters that may stand unescaped in a query.
            continue
        answer.append({"request": one, "signed": signed})
    return answer


DO = {"questions": lambda q: [question(random.Random(q["seed"] + i)) for i in range(q["count"])],
      "check": lambda q: [check(one) for one in q["requests"]],
      "make": make}

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"id": asked["id"], "reply": DO[asked["do"]](asked["with"])}
    except Exception as error:  # noqa: BLE001
        answer = {"id": asked["id"], "error": repr(error)}
    print(json.dumps(answer), flush=True)
