"""What a page asks and shows: offers, odds, previews, cards. Nothing here changes a game."""
