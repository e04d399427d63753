"""The stack as a CloudFormation template, and what cfn-lint says of it.

cfn-lint knows what moto lets pass: runtimes, engine versions, worker types, IAM's actions, lengths
and patterns. The template is derived for that alone; nobody deploys it.
"""
