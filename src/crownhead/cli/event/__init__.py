"""`crownhead event`: an event from its announcement to its last ranking, in one file."""
