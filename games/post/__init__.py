"""Email in and out, notifications and calendar feeds: the only room that knows email."""
