"""The analyst of The Campaign, who rates turns and luck on views, and causes of results.

Ratings play on with the strongest bot (``alexandros_rules.campaign.bots.characters``) in guesses of
everything that is hidden, and then estimate everybody's chances of winning.
"""
