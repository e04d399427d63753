"""The function that `pulumi up` calls."""
