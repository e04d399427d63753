"""Lambda handlers. The subfolder names the caller: api (API Gateway), schedules (EventBridge),
deploy (`pulumi up`)."""
