"""Posts to addresses that people have given: webhooks, queueing, signing, sending and retries."""
