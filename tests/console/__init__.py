"""A real browser before a real server. A package, because its browser is one for all its tests."""
