"""What the law of play speaks of, as values: agreements, states, claims, duties, refusals.

The law itself is in the core (`core/game`); here are only the faces of its values.
"""
