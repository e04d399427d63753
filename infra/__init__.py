"""The Pulumi program, and the package that it uploads."""
