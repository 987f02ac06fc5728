"""Pages that belong to no feature: the home page, the lobby, a table, its game and its replay."""
