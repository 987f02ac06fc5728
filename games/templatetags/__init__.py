"""Small tags and filters for templates."""
