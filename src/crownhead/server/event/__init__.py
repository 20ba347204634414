"""One event at the server: its log, what is done in it, what its readers see. No I/O."""
