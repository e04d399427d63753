"""Parameters of an Aurora PostgreSQL cluster that a stack may set, as AWS lists them for its
families (Aurora guide, "Amazon Aurora PostgreSQL parameters")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Parameter:
    """One parameter of a cluster."""

    #: Takes effect without a restart; AWS refuses to set others at once.
    is_dynamic: bool
    least: int
    most: int

    def takes(self, value: str) -> bool:
        """Whether AWS takes the value."""
        return value.lstrip("-").isdigit() and self.least <= int(value) <= self.most


_MILLISECONDS: Final = 2_147_483_647
_BYTES: Final = 1_073_741_823
CLUSTER: Final[dict[str, Parameter]] = {
    # AWS's pages disagree; to wait for a restart is right in either case.
    "rds.force_ssl": Parameter(is_dynamic=False, least=0, most=1),
    "log_lock_waits": Parameter(is_dynamic=True, least=0, most=1),
    "log_min_duration_statement": Parameter(is_dynamic=True, least=-1, most=_MILLISECONDS),
    "log_parameter_max_length": Parameter(is_dynamic=True, least=-1, most=_BYTES),
    "log_parameter_max_length_on_error": Parameter(is_dynamic=True, least=-1, most=_BYTES),
    "idle_session_timeout": Parameter(is_dynamic=True, least=0, most=_MILLISECONDS),
    "idle_in_transaction_session_timeout": Parameter(is_dynamic=True, least=0, most=_MILLISECONDS),
    "statement_timeout": Parameter(is_dynamic=True, least=0, most=_MILLISECONDS),
    "shared_preload_libraries": Parameter(is_dynamic=False, least=0, most=0),
}
#: The groups of parameters that clusters of a version take.
FAMILIES: Final = frozenset(f"aurora-postgresql{major}" for major in range(13, 19))
#: The logs that a cluster can hand to CloudWatch.
LOGS: Final = frozenset({"postgresql", "iam-db-auth-error", "instance"})
