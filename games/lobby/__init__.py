"""Tables before and around the game: creating, joining, leaving and listing them."""
