"""Management of ratings."""
