"""What an entry object has besides queues: topics and the event log, for threads."""
