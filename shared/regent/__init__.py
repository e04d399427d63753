"""Regent: an ordered message queue on Postgres. Every other room of the house imports this one."""

__version__ = "0.1.0"
