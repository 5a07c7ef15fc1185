"""Computer players: they see what a person in their seat sees, and nothing else."""
