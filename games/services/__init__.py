"""What can be done with tables, turns and mails.  Services know models and the engine only."""
