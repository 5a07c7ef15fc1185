"""Links between machines, the lobby, and the files of a person.

The only room of ``protocol`` that opens sockets and files and knows an event loop.
"""
