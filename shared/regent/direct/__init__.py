"""A client's way straight to Postgres: the handlers run in the program's own process."""
