"""AWS's prices in dollars: each one once, with its unit and the page that states it.

On demand, without free tiers, taxes and savings plans. Other regions cost up to a fifth more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

REGION: Final = "us-east-1"
#: AWS's own pages. Some fill their tables by script; for those, two guides that quote them. Load
#: balancers, addresses and Glue on spare capacity were looked up two days later.
LOOKED_UP: Final = "2026-11-18"


@dataclass(frozen=True)
class Price:
    """Dollars for one unit."""

    dollars: float
    unit: str
    page: str


MILLION: Final = 1_000_000

# Requests.
HTTP_API_FIRST: Final = Price(1.00, "million requests", "Amazon API Gateway pricing, HTTP APIs")
HTTP_API_NEXT: Final = Price(0.90, "million requests", "Amazon API Gateway pricing, HTTP APIs")
#: A month's requests at the first price; further requests cost the next price.
HTTP_API_FIRST_REQUESTS: Final = 300 * MILLION
LAMBDA_REQUESTS: Final = Price(0.20, "million requests", "AWS Lambda pricing")
LAMBDA_ARM: Final = Price(0.0000133334, "GB-second on arm64", "AWS Lambda pricing")
SCHEDULER: Final = Price(1.00, "million invocations", "Amazon EventBridge pricing, Scheduler")
#: A load balancer in front of functions: its hours, its addresses, and its capacity. A unit of
#: capacity takes so many gigabytes in an hour where functions are its targets.
BALANCER: Final = Price(0.0225, "balancer's hour", "Elastic Load Balancing pricing, ALB")
ADDRESS: Final = Price(0.005, "address's hour", "Amazon VPC pricing, public IPv4 addresses")
LCU: Final = Price(0.008, "LCU-hour", "Elastic Load Balancing pricing, ALB")
LCU_LAMBDA_GB: Final = 0.4
TRACES: Final = Price(5.00, "million traces recorded", "AWS X-Ray pricing")
SQS_FIFO: Final = Price(0.50, "million requests", "Amazon SQS pricing, FIFO queues")

# The database.
ACU: Final = Price(0.12, "ACU-hour", "Amazon Aurora pricing, Serverless v2, Standard")
DATABASE_STORAGE: Final = Price(0.10, "GB-month", "Amazon Aurora pricing, Standard")
DATABASE_IO: Final = Price(0.20, "million I/Os", "Amazon Aurora pricing, Standard")
ACU_IO_OPTIMIZED: Final = Price(0.156, "ACU-hour", "Amazon Aurora pricing, I/O-Optimized")
STORAGE_IO_OPTIMIZED: Final = Price(0.225, "GB-month", "Amazon Aurora pricing, I/O-Optimized")
PROXY: Final = Price(0.015, "ACU-hour", "Amazon RDS Proxy pricing, Aurora Serverless v2")


class DatabaseRates(NamedTuple):
    """What a database costs, by the kind of its storage."""

    capacity: Price
    storage: Price
    io: Price


STANDARD: Final = DatabaseRates(ACU, DATABASE_STORAGE, DATABASE_IO)
IO_OPTIMIZED: Final = DatabaseRates(
    ACU_IO_OPTIMIZED,
    STORAGE_IO_OPTIMIZED,
    Price(0, "million I/Os", "Amazon Aurora pricing, I/O-Optimized"),
)
#: A proxy costs as if the database had at least this many.
PROXY_LEAST_ACU: Final = 8

# Resources that cost without being used.
ENDPOINT: Final = Price(0.01, "hour and zone", "AWS PrivateLink pricing, interface endpoints")
KEY: Final = Price(1.00, "key and month", "AWS KMS pricing")
SECRET: Final = Price(0.40, "secret and month", "AWS Secrets Manager pricing")

# Watching.
LOGS: Final = Price(0.50, "GB taken in", "Amazon CloudWatch pricing, logs")
METRIC: Final = Price(0.30, "metric and month", "Amazon CloudWatch pricing, custom metrics")
ALARM: Final = Price(0.10, "alarm's metric and month", "Amazon CloudWatch pricing, alarms")
DASHBOARD: Final = Price(3.00, "dashboard and month", "Amazon CloudWatch pricing, dashboards")

# Jobs.
DPU: Final = Price(0.44, "DPU-hour", "AWS Glue pricing, Apache Spark jobs")
#: On spare capacity.
DPU_FLEX: Final = Price(0.29, "DPU-hour", "AWS Glue pricing, Apache Spark jobs, flexible execution")
#: The least that a run costs; beyond it, each second counts.
GLUE_LEAST_MINUTES: Final = 1
