"""The games that are solved: chemin de fer, banque, and Banker set free."""
