"""What crownhead says to people: one catalogue per language for every face, and no rules."""

from crownhead.locales.catalogue import COMPLETE, LANGUAGES, Catalogue, detect

__all__ = ["COMPLETE", "LANGUAGES", "Catalogue", "detect"]
