"""What a workload costs on AWS: named prices, and the arithmetic of docs/run/costs.md."""
