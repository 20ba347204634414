"""What crownhead says to people: one catalogue per language for every face, and no rules."""

from crownhead.locales.catalogue import LANGUAGES, Catalogue, detect

__all__ = ["LANGUAGES", "Catalogue", "detect"]
