"""Games that people import from a record or log, to replay, review, try out and play on from."""
