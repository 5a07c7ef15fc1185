"""What was said at a table: message shapes, signing, the hash chain, evidence, the transcript file.

Pure: bytes in, frozen structs out, and back. Nothing here knows Koryo, the deck or the network.
"""
