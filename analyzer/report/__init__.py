"""How answers look: one neutral model, one small module per output format."""
