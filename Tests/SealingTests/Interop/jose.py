"""The other side of the interoperability tests: joserfc, a JOSE library that nobody here wrote.

Reads one JSON object from standard input and writes one to standard output:

    {"key": <b64u 32 bytes>, "open": [<compact JWE>...], "seal": [{"kid": <text or null>, "text": <text>}...]}
    {"opened": [{"kid": <text or null>, "text": <text>}...], "sealed": [<compact JWE>...]}
"""

import base64
import json
import sys

from joserfc import jwe
from joserfc.jwk import OctKey

ALGORITHMS = ["dir", "A256GCM"]


def main() -> None:
    request = json.load(sys.stdin)
    raw = base64.urlsafe_b64decode(request["key"] + "=")
    key = OctKey.import_key(raw)
    opened = []
    for text in request["open"]:
        result = jwe.decrypt_compact(text, key, algorithms=ALGORITHMS)
        opened.append({"kid": result.protected.get("kid"), "text": result.plaintext.decode("utf-8")})
    sealed = []
    for message in request["seal"]:
        header = {"alg": "dir", "enc": "A256GCM"}
        if message["kid"] is not None:
            header["kid"] = message["kid"]
        sealed.append(jwe.encrypt_compact(header, message["text"].encode("utf-8"), key, algorithms=ALGORITHMS))
    json.dump({"opened": opened, "sealed": sealed}, sys.stdout)


main()
