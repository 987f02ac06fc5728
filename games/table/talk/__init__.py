"""Talk at a table: messages, comments, mutes, reports and private notes."""
