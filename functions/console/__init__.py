"""The web console: its files, and the room that serves them."""
