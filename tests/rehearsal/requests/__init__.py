"""A request on its way through what was provisioned: gateway, function, database.

Each file refuses where AWS would: no route, no permission, no way through the network, no right to
log in. All that it knows it asks of moto.
"""
