"""A guided first game: real rules, computer players, no network, and lessons when they matter."""
