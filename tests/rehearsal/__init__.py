"""`pulumi up` without an account: the program is run, applied, asked, linted and judged.

Pulumi's CLI cannot be installed where we test, and an account costs money. So the engine that
the program talks to is ours (mocks.py), the cloud is moto (cloud.py, apply/), a request goes
through what was provisioned to a real Postgres (requests/, story.py), a CloudFormation template
is derived for cfn-lint (template/), and rules judge the rest (rules/). Stories say of each
setting why it is as it is, by using it as AWS would (stories/, aws/). Planted mistakes
(mutations/) show that each layer notices what it is there for. `python -m tests.rehearsal`
prints all of it.
"""
