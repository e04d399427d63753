"""The fixtures of wires.py."""

from tests.client.wires import group, wire

__all__ = ["group", "wire"]
