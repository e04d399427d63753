"""Work in the background: consuming, in a thread and an event loop of its own.

A renewal must not depend on the loop whose liveness it proves. So asks, verdicts and renewals run
here, and handlers run where their program expects them.
"""
