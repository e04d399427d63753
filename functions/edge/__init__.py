"""What every handler stands on: the HTTP edge, roles, lists, waiting, what logs and metrics say."""
