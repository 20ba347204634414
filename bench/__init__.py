"""Reproducible figures: `python3 dev.py bench`, or one part of it by name."""
