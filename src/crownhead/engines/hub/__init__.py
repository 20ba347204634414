"""The Hub protocol, version 2: driving an engine, and being one.

Both sides share the syntax of lines, positions, levels, parameters and scores; `engine` and
`asynchronous` drive a program, `server` answers one. docs/hub.md tells what either side does.
"""
