"""Webhooks: news of tables, posted to addresses that people have entered.

``telling`` decides what is posted to whom, and ``formats`` puts it into words.
``games.post.deliveries`` sends, signs and repeats posts.
"""
