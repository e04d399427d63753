"""The Spark jobs: each reads, transforms purely, and writes, on Glue as on a laptop."""
