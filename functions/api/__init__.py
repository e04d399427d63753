"""Handlers of the HTTP API: one file, one Lambda."""
