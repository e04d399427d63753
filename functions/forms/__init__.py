"""The forms of requests and answers that are too long to stand beside their routes."""
