"""Regent on one machine: an embedded Postgres, HTTP turned into API Gateway events, a clock.

`python -m regent.local` runs it. Nothing here is needed in a Lambda.
"""
