"""Backups of the whole site: making one while the site runs, and restoring one (R25)."""
