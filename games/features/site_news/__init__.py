"""News of the site, which operators write and everybody can read or follow."""
