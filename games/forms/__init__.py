"""Forms of the pages, one module for each area: tables, accounts, email settings."""
