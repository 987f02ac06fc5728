"""Tables: creating, joining, leaving, listing and starting them, and rematches."""
