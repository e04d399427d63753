"""Connections: the only code of the client that reads and writes, and that exists twice."""
