"""Games that are found for members: a pool of those who wait for others to play with.

``matching`` decides who plays with whom, and ``pool`` keeps the wishes and seats people.
"""
