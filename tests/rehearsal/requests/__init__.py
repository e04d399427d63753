"""A request on its way through the provisioned stack: gateway, function, database.

Each file refuses where AWS would: no route, no permission, no way through the network, no right to
log in. All its knowledge comes from moto.
"""
