"""What-if boards: trying turns for everyone, on a private board that nobody else ever sees."""
