"""The procedure between two players: one module for each part of it.

Every module works on `State` values: it says what is not allowed (`check`) and what follows from
an event (`apply`). No module knows of logs, JSON or screens; `crownhead.game` puts them together.
"""
