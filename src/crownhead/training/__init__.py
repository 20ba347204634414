"""From games of the engine against itself to weights of its evaluation, step by step.

`selfplay` makes a file of games, `fit` the weights under which their scores and results are
likeliest, `export` the file that the package carries, `gate` the match that decides whether it is
carried. Each step is reproducible from its settings; nothing here is imported by anything that
plays.
"""
