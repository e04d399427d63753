"""The base of every handler: the HTTP edge, roles, lists, waiting, logs and metrics."""
