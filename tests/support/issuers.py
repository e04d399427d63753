"""An OpenID issuer on the internet, as far as `pulumi preview` looks at one."""

from __future__ import annotations

import json

_DOCUMENT = "/.well-known/openid-configuration"


def sound_issuer(url: str) -> bytes:
    """What any issuer without a slash at its end answers."""
    if url.endswith(_DOCUMENT):
        issuer = url.removesuffix(_DOCUMENT)
        return json.dumps({"issuer": issuer, "jwks_uri": f"{issuer}/keys"}).encode()
    return json.dumps({"keys": [{"kty": "RSA"}]}).encode()
