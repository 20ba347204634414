"""What players are told who do not look at the game: by their page, by their browsers, by mail.

Notices lie in the database, so that nothing is lost with a process; whoever claims one tells it.
What is sent goes out beside all else, a few at once, and is tried again where it may help.
"""
