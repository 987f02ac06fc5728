"""What people say and note at a table: messages, comments, mutes, reports and private notes."""
