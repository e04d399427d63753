"""The functions that EventBridge calls."""
