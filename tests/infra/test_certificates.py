"""The authorities that handlers trust: the right ones, whole, and for long enough."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from pathlib import Path

import certifi
import pytest
from cryptography import x509

from infra.package import TREE, Artifacts, trees, trusted_regions
from infra.package.certificates import HEAD, chosen, name_of, region_of

# One of Amazon's has the serial number 0, which RFC 5280 forbids and OpenSSL minds as little as we.
pytestmark = pytest.mark.filterwarnings("ignore:Parsed a serial number")
FILE = trees.certificates(TREE)
#: Where most stacks are; AWS's newest regions are missing until the file is renewed.
REGIONS = {
    "af-south-1", "ap-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3", "ap-south-1",
    "ap-south-2", "ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4",
    "ca-central-1", "eu-central-1", "eu-central-2", "eu-north-1", "eu-south-1", "eu-south-2",
    "eu-west-1", "eu-west-2", "eu-west-3", "me-central-1", "me-south-1", "sa-east-1", "us-east-1",
    "us-east-2", "us-west-1", "us-west-2",
}  # fmt: skip
PUBLIC = {
    "Amazon Root CA 1", "Amazon Root CA 2", "Amazon Root CA 3", "Amazon Root CA 4",
    "Starfield Services Root Certificate Authority - G2",
}  # fmt: skip


@pytest.fixture
def certificates() -> list[x509.Certificate]:
    return x509.load_pem_x509_certificates(FILE.read_bytes())


def test_every_region_has_a_root_for_each_kind_of_key(
    certificates: list[x509.Certificate],
) -> None:
    regional = {name_of(c) for c in certificates if region_of(c)}
    kinds = ("RSA2048", "RSA4096", "ECC384")
    assert regional == {f"Amazon RDS {r} Root CA {kind} G1" for r in REGIONS for kind in kinds}
    assert trusted_regions() == REGIONS


def test_amazons_public_roots_are_there_as_everybody_has_them(
    certificates: list[x509.Certificate],
) -> None:
    public = {name_of(c): c for c in certificates if not region_of(c)}
    assert set(public) == PUBLIC
    everybody = x509.load_pem_x509_certificates(Path(certifi.where()).read_bytes())
    assert [name for name, c in public.items() if c not in everybody] == []


def test_each_is_an_authority_that_signed_itself(certificates: list[x509.Certificate]) -> None:
    for certificate in certificates:
        certificate.verify_directly_issued_by(certificate)
        constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
        assert constraints.value.ca, name_of(certificate)


def test_they_last(certificates: list[x509.Certificate]) -> None:
    """Fixed dates: this test must not fail one day without a change."""
    for certificate in certificates:
        last = datetime(2061 if region_of(certificate) else 2037, 1, 1, tzinfo=UTC)
        assert certificate.not_valid_after_utc > last, name_of(certificate)


def test_openssl_reads_the_file(certificates: list[x509.Certificate]) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(FILE)
    assert context.cert_store_stats()["x509_ca"] == len(certificates) == 86


def test_the_package_has_this_file(package: Artifacts, task: Path) -> None:
    assert package.certificates == FILE
    assert (task / "regent-ca.pem").read_bytes() == FILE.read_bytes()


def test_renewing_with_what_is_there_changes_nothing(
    certificates: list[x509.Certificate],
) -> None:
    assert FILE.read_text() == chosen(certificates, certificates)
    assert FILE.read_text().startswith(HEAD)


def test_renewing_takes_nothing_but_roots_that_databases_have(
    certificates: list[x509.Certificate],
) -> None:
    everybody = x509.load_pem_x509_certificates(Path(certifi.where()).read_bytes())
    assert chosen(everybody, everybody).count("BEGIN CERTIFICATE") == len(PUBLIC)
    with pytest.raises(ValueError, match="certifi has no Amazon Root CA 1"):
        chosen(certificates, [])
