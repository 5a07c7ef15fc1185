"""What is said to people, as whole sentences; no terminal, no network."""
