"""Measurements, printed by ``make bench``; nothing here fails because a machine is slow."""
