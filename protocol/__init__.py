"""Everything a peer needs that is not a screen.

``rules`` is the game, ``deck`` the mental-poker deck, ``log`` what was said and signed, ``peer``
one seat at a table without any input or output, ``net`` the only room that opens sockets and files.
"""
