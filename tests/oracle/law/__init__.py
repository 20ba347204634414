"""The law of play once more, slow and readable, to check the core's against.

It was the library's own before the law moved into the core. It stands on the public `Position`,
whose rules the rest of the oracle checks, and on the values of the library (events, reasons,
outcomes, time controls); it shares no code with `core/game`.
"""
