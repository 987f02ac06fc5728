"""What each email says and how it is rendered, and the local mailbox."""
