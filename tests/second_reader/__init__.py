"""A second reader of transcripts, written from docs/protocol.md and docs/rules.md alone."""
