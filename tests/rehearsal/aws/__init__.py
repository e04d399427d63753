"""How AWS reads what moto only keeps: schedules, patterns of events, rules of buckets, alarms,
lines of access logs, parameters of the database. Each file follows the page of AWS's that it
names."""
