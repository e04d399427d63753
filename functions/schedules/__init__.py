"""What EventBridge calls."""
