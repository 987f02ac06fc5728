"""The ways email gets in: SMTP and LMTP, IMAP, webhooks of hosted services."""
