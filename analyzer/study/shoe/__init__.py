"""A whole shoe: how many cards a coup takes, and how many coups a shoe gives."""
