"""Forms of requests and answers: those that several handlers need, and those that are too long to
stand beside their routes. A file is named after the handler whose forms it holds."""
