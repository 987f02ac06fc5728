"""Tables: creating, joining, listing and starting them, and rematches."""
