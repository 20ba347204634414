"""Parts of web/generate.py: one module for each file it writes."""
