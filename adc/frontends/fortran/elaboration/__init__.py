"""Elaboration: units without derived types, ASSOCIATE, BLOCK and generic names.

It stands between the units as they are read and the scopes that give names their meaning: a
variable `state` of a derived type becomes one variable for each component, `state%u` under the name
`state_u`, and no later layer knows that there was a type.
"""
