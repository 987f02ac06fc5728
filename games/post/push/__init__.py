"""Notifications in browsers: devices, the key that signs, sentences, and delivery by web push."""
