"""The game in the terminal: line by line, in German or English; rules are asked, never known."""
