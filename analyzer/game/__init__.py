"""What baccarat is: cards, shoes, rulebooks and coups; no probability in here."""
