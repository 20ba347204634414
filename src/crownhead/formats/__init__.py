"""Positions and games in the forms that people and programs exchange; no rules live here."""
