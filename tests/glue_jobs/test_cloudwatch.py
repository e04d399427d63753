"""Numbers for CloudWatch."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from glue_jobs.lib.cloudwatch import Metric, put
from tests.glue_jobs.conftest import REGION

AT = datetime.now(UTC).replace(second=0, microsecond=0)


def test_each_number_arrives_however_many_there_are(aws: Any) -> None:
    metrics = [
        Metric("GroupLag", float(n), "Count", {"Queue": f"q{n}", "Group": "g"}) for n in range(2500)
    ]
    assert put(metrics, namespace="Regent", region=REGION, at=AT) == 2500
    cloudwatch = aws.client("cloudwatch", region_name=REGION)
    for queue, value in (("q0", 0.0), ("q1000", 1000.0), ("q2499", 2499.0)):
        found = cloudwatch.get_metric_statistics(
            Namespace="Regent",
            MetricName="GroupLag",
            Dimensions=[{"Name": "Queue", "Value": queue}, {"Name": "Group", "Value": "g"}],
            StartTime=AT - timedelta(minutes=5),
            EndTime=AT + timedelta(minutes=5),
            Period=60,
            Statistics=["Maximum"],
        )["Datapoints"]
        assert [(point["Maximum"], point["Unit"]) for point in found] == [(value, "Count")]
