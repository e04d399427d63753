"""What `pulumi up` calls."""
