"""The contents and the rendering of each kind of email."""
