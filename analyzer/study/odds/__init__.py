"""What follows from what is known of a coup."""
