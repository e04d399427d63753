"""The fixtures of handlers.py."""

from tests.client.handlers import regent, wire

__all__ = ["regent", "wire"]
