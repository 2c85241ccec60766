"""Solutions as functions of the number of decks or of the commission."""
