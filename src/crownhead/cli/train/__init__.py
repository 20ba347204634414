"""`crownhead train`: self-play, fit, export and gate, one module for each."""
