"""The ways email gets in: SMTP and LMTP, a pipe, IMAP, and webhooks of hosted services."""
