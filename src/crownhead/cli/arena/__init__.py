"""`crownhead arena`: matches at the terminal; what they are is in `crownhead.arena`."""
