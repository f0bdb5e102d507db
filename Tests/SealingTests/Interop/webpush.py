"""The other side of the interoperability tests of Web Push: http_ece, a library that nobody here wrote.

Reads one JSON object from standard input and writes one to standard output; all bytes are in base64url:

    {"privateKey": <32 bytes>, "auth": <16 bytes>, "open": [<body>...], "seal": [<message>...]}
    {"opened": [<message>...], "sealed": [<body>...]}
"""

import base64
import json
import sys

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def main() -> None:
    request = json.load(sys.stdin)
    key = ec.derive_private_key(int.from_bytes(decode(request["privateKey"]), "big"), ec.SECP256R1())
    public = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    auth = decode(request["auth"])
    opened = [http_ece.decrypt(decode(body), private_key=key, auth_secret=auth) for body in request["open"]]
    sealed = []
    for message in request["seal"]:
        sender = ec.generate_private_key(ec.SECP256R1())
        sealed.append(http_ece.encrypt(decode(message), private_key=sender, dh=public, auth_secret=auth))
    json.dump({"opened": [encode(text) for text in opened], "sealed": [encode(body) for body in sealed]}, sys.stdout)


main()
