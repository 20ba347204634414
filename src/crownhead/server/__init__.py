"""The server of the app: sockets, HTTP, storage and fan-out.

It knows no rules: all about a game is asked of `crownhead.Game`. Nothing of `import crownhead`
imports it, and it needs the extra `crownhead[server]`.
"""
