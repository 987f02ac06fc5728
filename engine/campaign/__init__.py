"""The rules of The Campaign: counselors follow Alexander and found settlements on his way."""
