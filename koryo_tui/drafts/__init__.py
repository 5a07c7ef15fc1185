"""The local draft of each decision and what its keys mean; no terminal, no network."""
