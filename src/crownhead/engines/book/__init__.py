"""Opening books: moves that searches found before the game, and how they are found."""
