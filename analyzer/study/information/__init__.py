"""What it is worth to know something of the cards before the bet is made."""
