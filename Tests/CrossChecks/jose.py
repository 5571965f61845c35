"""Answers questions about JOSE with joserfc, PyJWT and the jose command, which know nothing of our code.

Keys are JWKs, private ones included. Content travels as hexadecimal text.
"""

import functools
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import warnings

# Both libraries warn of short keys and of algorithms that are not everybody's.
warnings.simplefilter("ignore")

import jwt
from joserfc import jwe, jws
from joserfc.jwe import JWERegistry
from joserfc.jwk import ECKey, KeySet, OctKey, OKPKey, RSAKey, import_key
from joserfc.jws import JWSRegistry
from jwt.api_jws import PyJWS

SIGNING = {
    "HS256": "oct", "HS384": "oct", "HS512": "oct",
    "RS256": "RSA", "RS384": "RSA", "RS512": "RSA", "PS256": "RSA", "PS384": "RSA", "PS512": "RSA",
    "ES256": "P-256", "ES384": "P-384", "ES512": "P-521", "ES256K": "secp256k1",
    "EdDSA": "Ed25519 Ed448", "Ed25519": "Ed25519", "Ed448": "Ed448",
}
PYJWT = set(jwt.algorithms.get_default_algorithms()) & set(SIGNING)
CURVES = "P-256 P-384 P-521 X25519 X448"
WRAPPING = {
    "dir": None, "RSA-OAEP": "RSA", "RSA-OAEP-256": "RSA",
    "A128KW": 16, "A192KW": 24, "A256KW": 32, "A128GCMKW": 16, "A192GCMKW": 24, "A256GCMKW": 32,
    "ECDH-ES": CURVES, "ECDH-ES+A128KW": CURVES, "ECDH-ES+A192KW": CURVES, "ECDH-ES+A256KW": CURVES,
    "PBES2-HS256+A128KW": "password", "PBES2-HS384+A192KW": "password", "PBES2-HS512+A256KW": "password",
}
CONTENT = {
    "A128GCM": 16, "A192GCM": 24, "A256GCM": 32,
    "A128CBC-HS256": 32, "A192CBC-HS384": 48, "A256CBC-HS512": 64,
}
# What the command of Debian 12 offers; its build has no RSA-OAEP.
COMMAND = [name for name in WRAPPING if not name.startswith("RSA")]

ALL = list(SIGNING) + list(WRAPPING) + list(CONTENT)


def make_key(kind, rng, rsa):
    if kind == "RSA":
        return rng.choice(rsa)
    if isinstance(kind, int):
        return OctKey.import_key(secrets.token_bytes(kind))
    if kind == "password":
        return OctKey.import_key(secrets.token_bytes(rng.randint(1, 70)))
    if kind == "oct":
        return OctKey.import_key(secrets.token_bytes(rng.randint(64, 200)))
    curve = rng.choice(kind.split())
    return (OKPKey if curve[0] in "EX" else ECKey).generate_key(curve)


def private(key):
    return key.as_dict(private=True)


def public(text):
    """What the other side of a signature or an encryption needs of a key."""
    jwk = json.loads(text)
    secret = () if jwk["kty"] == "oct" else ("d", "p", "q", "dp", "dq", "qi")
    return json.dumps({name: value for name, value in jwk.items() if name not in secret})


# A library checks a private key of RSA for primes, which takes longer than a hundred signatures.
@functools.lru_cache(maxsize=4096)
def joserfc_key(text):
    return import_key(json.loads(text))


@functools.lru_cache(maxsize=4096)
def pyjwt_key(text, algorithm):
    return jwt.PyJWK(json.loads(text), algorithm=algorithm).key


class Keys:
    """Keys that are used for many inputs: making one for each would take most of the time."""

    def __init__(self, rng, rsa=2):
        self.rng = rng
        self.rsa = [RSAKey.generate_key(2048 + 8 * rng.randint(0, 8)) for _ in range(rsa)]
        self.made = {}

    def of(self, kind):
        choice = (kind, self.rng.randint(0, 4))
        if choice not in self.made:
            self.made[choice] = make_key(kind, self.rng, self.rsa)
        return self.made[choice]

    def wrapping(self, algorithm, content):
        return self.of(CONTENT[content] if algorithm == "dir" else WRAPPING[algorithm])


def text(rng, longest=12):
    return "".join(rng.choice("aZ09-_ \"\\/\u00e9\u20ac\U0001f3b1\n\u0001") for _ in range(rng.randint(0, longest)))


def extra(rng):
    """Header members that no reader knows, and some that all do."""
    header = {}
    if rng.random() < 0.3:
        header["kid"] = text(rng)
    if rng.random() < 0.3:
        header["typ"] = rng.choice(["JWT", "at+jwt", "x"])
    for _ in range(rng.choice([0, 0, 1, 3])):
        header["x-" + text(rng, 5)] = rng.choice([text(rng), rng.randint(-9, 1 << 60), None, True, [1, {"a": []}], 1.5])
    return header


def content(rng):
    return rng.randbytes(rng.choice([0, 1, 2, 3, 15, 16, 17, rng.randint(0, 300), rng.randint(0, 5000)]))


def jws_registry(algorithm):
    return JWSRegistry(algorithms=[algorithm], strict_check_header=False)


def jwe_registry():
    return JWERegistry(algorithms=list(WRAPPING) + list(CONTENT), strict_check_header=False)


def sign(q):
    """Random contents signed by one of the libraries."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    names = sorted(PYJWT if q["library"] == "PyJWT" else SIGNING)
    answer = []
    for index in range(q["count"]):
        algorithm = names[index % len(names)]
        key = keys.of(SIGNING[algorithm])
        payload = content(rng)
        header = {"alg": algorithm, **extra(rng)}
        if q["library"] == "PyJWT":
            header.pop("alg")
            token = PyJWS().encode(payload, key.raw_value, algorithm=algorithm, headers=header)
        elif rng.random() < 0.25:
            token = json.dumps(
                jws.serialize_json(
                    {"protected": header, "header": {"y": text(rng)}}, payload, key, registry=jws_registry(algorithm)
                )
            )
        else:
            token = jws.serialize_compact(header, payload, key, registry=jws_registry(algorithm))
        answer.append({"key": json.dumps(private(key)), "algorithm": algorithm, "token": token, "content": payload.hex()})
    return answer


def named(key, name):
    """The same key under another id."""
    return import_key({**{k: v for k, v in private(key).items() if k != "kid"}, "kid": name})


def signers(rng, keys):
    """Two to four algorithms with a key each; the ids differ."""
    names = rng.sample(sorted(SIGNING), rng.randint(2, 4))
    return [(name, named(keys.of(SIGNING[name]), "k%d" % index)) for index, name in enumerate(names)]


def general_registry():
    return JWSRegistry(algorithms=list(SIGNING), strict_check_header=False)


def sign_general(q):
    """Random contents, each signed by several."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    answer = []
    for _ in range(q["count"]):
        chosen = signers(rng, keys)
        members = []
        for name, key in chosen:
            # Algorithm and id may stand on either side.
            protected, header = {**extra(rng)}, {}
            protected.pop("kid", None)
            (protected if rng.random() < 0.7 else header)["alg"] = name
            (protected if rng.random() < 0.5 else header)["kid"] = private(key)["kid"]
            members.append({"protected": protected, "header": header} if protected else {"header": header})
        payload = content(rng)
        token = jws.serialize_json(members, payload, KeySet([key for _, key in chosen]), registry=general_registry())
        answer.append(
            {
                "keys": [json.dumps(private(key)) for _, key in chosen],
                "algorithms": [name for name, _ in chosen],
                "token": json.dumps(token),
                "content": payload.hex(),
            }
        )
    return answer


def ask_general(q):
    """Random contents with keys of several signers, for the other side to sign."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    answer = []
    for _ in range(q["count"]):
        chosen = signers(rng, keys)
        answer.append(
            {
                "keys": [json.dumps(private(key)) for _, key in chosen],
                "algorithms": [name for name, _ in chosen],
                "content": content(rng).hex(),
            }
        )
    return answer


def verify_general(q):
    """The content of what several signed, and whether it is refused for another content."""
    answer = []
    for one in q["tokens"]:
        value = json.loads(one["token"])
        keyset = KeySet([import_key(json.loads(public(key))) for key in one["keys"]])
        read = jws.deserialize_json(value, keyset, registry=general_registry()).payload.hex()
        value["payload"] += "AAAA"
        answer.append(
            {
                "joserfc": read,
                "pyjwt": None,
                "refused": refused(lambda: jws.deserialize_json(value, keyset, registry=general_registry())),
            }
        )
    return answer


SHARED = [name for name in WRAPPING if name not in ("dir", "ECDH-ES")]


def readers(rng, keys):
    """Two to four algorithms that share a content key, with a key each; the ids differ."""
    names = [rng.choice(SHARED) for _ in range(rng.randint(2, 4))]
    return [(name, named(keys.of(WRAPPING[name]), "k%d" % index)) for index, name in enumerate(names)]


def encrypt_general(q):
    """Random contents, each encrypted for several; some recipients have no id."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    answer = []
    for index in range(q["count"]):
        chosen = readers(rng, keys)
        name = list(CONTENT)[index % len(CONTENT)]
        plaintext = content(rng)
        aad = rng.choice([None, b"", b"more"])
        obj = jwe.GeneralJSONEncryption({"enc": name}, plaintext, {"u": text(rng)} if rng.random() < 0.5 else None, aad)
        for algorithm, key in chosen:
            header = {"alg": algorithm}
            if rng.random() < 0.5:
                header["kid"] = private(key)["kid"]
            if algorithm.startswith("ECDH") and rng.random() < 0.5:
                header["apu"], header["apv"] = "QWxpY2U", "Qm9i"
            if algorithm.startswith("PBES2"):
                header["p2c"] = rng.randint(1000, 1500)
            obj.add_recipient(header, key)
        answer.append(
            {
                "keys": [json.dumps(private(key)) for _, key in chosen],
                "algorithms": [algorithm for algorithm, _ in chosen],
                "encryption": name,
                "token": json.dumps(jwe.encrypt_json(obj, None, registry=jwe_registry())),
                "content": plaintext.hex(),
            }
        )
    return answer


def ask_encryption_general(q):
    """Random contents with keys of several readers, for the other side to encrypt."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    answer = []
    for index in range(q["count"]):
        # The first alone gets a flattened text.
        chosen = readers(rng, keys)[: rng.choice([1, None, None])]
        answer.append(
            {
                "keys": [json.dumps(private(key)) for _, key in chosen],
                "algorithms": [algorithm for algorithm, _ in chosen],
                "encryption": list(CONTENT)[index % len(CONTENT)],
                "content": content(rng).hex(),
            }
        )
    return answer


def decrypt_general(q):
    """The content as every recipient reads it, in one text for all of them."""
    answer = []
    for one in q["tokens"]:
        value = json.loads(one["token"])
        found = {json.loads(key)["kid"]: joserfc_key(key) for key in one["keys"]}
        opened = jwe.decrypt_json(value, lambda obj: found[obj.headers()["kid"]], registry=jwe_registry())
        answer.append(opened.plaintext.hex())
    return answer


def ask(q):
    """Random contents with keys and headers, for the other side to sign."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    names = sorted(SIGNING)
    return [
        {
            "key": json.dumps(private(keys.of(SIGNING[names[index % len(names)]]))),
            "algorithm": names[index % len(names)],
            "header": json.dumps(extra(rng)),
            "content": content(rng).hex(),
        }
        for index in range(q["count"])
    ]


def refused(check):
    try:
        check()
    except Exception:  # noqa: BLE001
        return True
    return False


def verify(q):
    """The content as each library reads it, and whether each refuses a signature of something else."""
    answer = []
    for one in q["tokens"]:
        algorithm = one["algorithm"]
        jwk = public(one["key"])
        registry = jws_registry(algorithm)
        key = joserfc_key(jwk)
        result = {"pyjwt": None}
        if one["token"].startswith("{"):
            value = json.loads(one["token"])
            result["joserfc"] = jws.deserialize_json(value, key, registry=registry).payload.hex()
            value["payload"] += "AAAA"
            result["refused"] = refused(lambda: jws.deserialize_json(value, key, registry=registry))
        else:
            result["joserfc"] = jws.deserialize_compact(one["token"], key, registry=registry).payload.hex()
            head, body, signature = one["token"].split(".")
            changed = ".".join([head, body + "AAAA", signature])
            result["refused"] = refused(lambda: jws.deserialize_compact(changed, key, registry=registry))
            if algorithm in PYJWT:
                material = pyjwt_key(jwk, algorithm)
                result["pyjwt"] = PyJWS().decode(one["token"], material, algorithms=[algorithm]).hex()
        answer.append(result)
    return answer


def encryption(rng, index, names):
    # Both lists have no common factor with this step, so that all pairs come up.
    return names[index % len(names)], list(CONTENT)[(index // len(names)) % len(CONTENT)]


def extra_jwe(rng, algorithm):
    header = extra(rng)
    if algorithm.startswith("ECDH") and rng.random() < 0.5:
        header["apu"] = "QWxpY2U"
        header["apv"] = "Qm9i"
    if algorithm.startswith("PBES2"):
        header["p2c"] = rng.randint(1000, 1500)
    return header


def encrypt(q):
    """Random contents encrypted by joserfc, or by the command."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    names = COMMAND if q["library"] == "jose" else list(WRAPPING)
    answer = []
    for index in range(q["count"]):
        algorithm, name = encryption(rng, index, names)
        key = keys.wrapping(algorithm, name)
        while q["library"] == "jose" and private(key).get("crv", "").startswith("X"):
            key = keys.wrapping(algorithm, name)
        plaintext = content(rng)
        header = {"alg": algorithm, "enc": name, **extra_jwe(rng, algorithm)}
        if q["library"] == "jose":
            token = command_encrypt(header, plaintext, public(json.dumps(private(key))))
        elif rng.random() < 0.2 and algorithm not in ("dir", "ECDH-ES"):
            obj = jwe.FlattenedJSONEncryption(header, plaintext)
            obj.add_recipient({"y": "z"}, key)
            token = json.dumps(jwe.encrypt_json(obj, None, registry=jwe_registry()))
        else:
            token = jwe.encrypt_compact(header, plaintext, key, registry=jwe_registry())
        answer.append(
            {"key": json.dumps(private(key)), "algorithm": algorithm, "encryption": name, "token": token, "content": plaintext.hex()}
        )
    return answer


def ask_encryption(q):
    """Random contents with public keys, for the other side to encrypt."""
    rng = random.Random(q["seed"])
    keys = Keys(rng)
    names = COMMAND if q["library"] == "jose" else list(WRAPPING)
    answer = []
    for index in range(q["count"]):
        algorithm, name = encryption(rng, index, names)
        key = keys.wrapping(algorithm, name)
        while q["library"] == "jose" and private(key).get("crv", "").startswith("X"):
            key = keys.wrapping(algorithm, name)
        answer.append(
            {
                "key": json.dumps(private(key)),
                "algorithm": algorithm,
                "encryption": name,
                "header": json.dumps(extra(rng)),
                "parties": algorithm.startswith("ECDH") and rng.random() < 0.5,
                "content": content(rng).hex(),
            }
        )
    return answer


def decrypt(q):
    answer = []
    for one in q["tokens"]:
        if q["library"] == "jose":
            answer.append(command_decrypt(one["token"], one["key"]).hex())
        else:
            answer.append(jwe.decrypt_compact(one["token"], joserfc_key(one["key"]), registry=jwe_registry()).plaintext.hex())
    return answer


def run(arguments, files):
    """Runs the command with files named in its arguments as {0}, {1}, …"""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, data in enumerate(files):
            paths.append(os.path.join(folder, str(index)))
            with open(paths[-1], "wb") as file:
                file.write(data)
        done = subprocess.run(
            ["jose", "jwe", *[argument.format(*paths) for argument in arguments]], capture_output=True, check=False
        )
        if done.returncode:
            raise RuntimeError("jose jwe: %s" % done.stderr.decode())
        return done.stdout


def command_encrypt(header, plaintext, jwk):
    template = json.dumps({"protected": header}).encode()
    made = run(["enc", "-I", "{0}", "-k", "{1}", "-i", "{2}", "-c"], [plaintext, jwk.encode(), template])
    return made.decode().strip()


def command_decrypt(token, jwk):
    return run(["dec", "-i", "{0}", "-k", "{1}"], [token.encode(), jwk.encode()])


def keys(q):
    """Fresh keys in all their forms."""
    rng = random.Random(q["seed"])
    made = Keys(rng)
    kinds = ["RSA", "oct", "P-256", "P-384", "P-521", "secp256k1", "Ed25519", "Ed448", "X25519", "X448"]
    answer = []
    for index in range(q["count"]):
        kind = kinds[index % len(kinds)]
        answer.append(describe(make_key(kind, rng, made.rsa)))
    return answer


def describe(key):
    one = {"key": json.dumps(private(key)), "thumbprint": key.thumbprint(), "pem": None, "public": None}
    if private(key)["kty"] != "oct":
        one["pem"] = key.as_pem(private=True).decode()
        one["public"] = key.as_pem(private=False).decode()
    return one


def read_keys(q):
    """Keys that were made and written elsewhere, each once as JWK and once as PEM where it has one."""
    answer = []
    for one in q["keys"]:
        key = import_key(json.loads(one["key"]))
        described = describe(key)
        if one.get("pem"):
            kind = private(key)["kty"]
            described["fromPEM"] = import_key(one["pem"], kind).thumbprint()
            described["fromPublic"] = import_key(one["public"], kind).thumbprint()
        answer.append(described)
    return answer


DO = {
    "sign": sign, "ask": ask, "verify": verify, "encrypt": encrypt, "ask_encryption": ask_encryption,
    "decrypt": decrypt, "keys": keys, "read_keys": read_keys,
    "sign_general": sign_general, "ask_general": ask_general, "verify_general": verify_general,
    "encrypt_general": encrypt_general, "ask_encryption_general": ask_encryption_general,
    "decrypt_general": decrypt_general,
}

if __name__ == "__main__":
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"id": asked["id"], "reply": DO[asked["do"]](asked["with"])}
        except Exception as error:  # noqa: BLE001
            answer = {"id": asked["id"], "error": repr(error)}
        print(json.dumps(answer), flush=True)
