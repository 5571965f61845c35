"""Makes and reads keys and JSON Web Tokens with joserfc, which knows nothing of our code.

One JSON object a line each way. A token is {"algorithm", "key" (a private JWK), "pem", "public_pem", "thumbprint",
"token", "claims"}.
"""

import json
import secrets
import sys
import warnings

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey

# Newer names and shorter keys are told about on standard error; nothing here is kept.
warnings.simplefilter("ignore")

KINDS = {"HS": lambda a: OctKey.generate_key(int(a[2:])), "RS": lambda a: RSAKey.generate_key(2048),
         "PS": lambda a: RSAKey.generate_key(2048), "Ed": lambda a: OKPKey.generate_key("Ed25519"),
         "ES": lambda a: ECKey.generate_key({"ES256": "P-256", "ES384": "P-384", "ES512": "P-521",
                                             "ES256K": "secp256k1"}[a])}


def make(algorithm):
    key = KINDS[algorithm[:2]](algorithm)
    claims = {"iss": "https://issuer.example", "aud": ["a", "b"], "exp": 4102444800, "jti": secrets.token_hex(8)}
    token = jwt.encode({"alg": algorithm, "kid": "k1"}, claims, key, algorithms=[algorithm])
    answer = {"algorithm": algorithm, "key": json.dumps(key.as_dict(private=True)), "thumbprint": key.thumbprint(),
              "token": token, "claims": claims, "pem": None, "public_pem": None}
    if key.key_type != "oct":
        answer["pem"] = key.as_pem(private=True).decode()
        answer["public_pem"] = key.as_pem(private=False).decode()
    return answer


def read(token, key, algorithm):
    members = json.loads(key)
    kind = {"oct": OctKey, "RSA": RSAKey, "EC": ECKey, "OKP": OKPKey}[members["kty"]]
    return jwt.decode(token, kind.import_key(members), algorithms=[algorithm]).claims


DO = {"make": lambda q: make(**q), "read": lambda q: read(**q)}

print(json.dumps({"ready": True}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    try:
        answer = {"id": asked["id"], "reply": DO[asked["do"]](asked["with"])}
    except Exception as error:  # noqa: BLE001
        answer = {"id": asked["id"], "error": repr(error)}
    print(json.dumps(answer), flush=True)
