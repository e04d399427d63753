"""The Spark jobs: each reads, transforms purely, and writes; the same on Glue and on a laptop."""
