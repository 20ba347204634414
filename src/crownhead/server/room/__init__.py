"""One game at the server: its log, its terms, what players do in it, what they see. No I/O."""
