"""The server of the app.

It knows no rules: all about a game is asked of `crownhead.Game`. Its rooms, each of which knows
only those after it: `wire`, `process`, `storage`, `room`, `messages`. Nothing of `import crownhead`
imports it, and it needs the extra `crownhead[server]`.
"""
