"""A real browser for the tests, the proxy in front of it, and a table it plays at."""
