"""The whole service in one process: worker threads and the lock on the data directory."""
