"""A real browser against a real server: whole games, two players, no connection, both languages."""
