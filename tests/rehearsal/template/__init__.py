"""The stack as a CloudFormation template, and cfn-lint's complaints about it.

cfn-lint knows mistakes that moto accepts: runtimes, engine versions, worker types, IAM's actions,
lengths and patterns. The template is derived for that alone; it is never deployed.
"""
