"""What the client does apart from input and output: bytes and instants go in, bytes come out."""
