"""Draw the card of a ballot match, and the sides, so that the players can check it (C2, C5, E5)."""

from __future__ import annotations

from crownhead.adjudication import Adjudicator
from crownhead.ballots import deck
from crownhead.cli.play.plan import Plan, deck_of
from crownhead.cli.play.talk import Talk
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue
from crownhead.lots import Draw, Lot, Toss, draw, toss
from crownhead.match import Match
from crownhead.rules import Color


def names(plan: Plan, speech: Catalogue) -> tuple[str, str]:
    """Return what the players are called: the one at the keyboard first."""
    if plan.rival == "friend":
        return speech.text("name.player", n=1), speech.text("name.player", n=2)
    return speech.text("name.you"), speech.text("name.computer")


def ask_contributions(talk: Talk, speech: Catalogue, lot: Lot) -> tuple[str, ...]:
    """Show the commitment, and return what the players add to the draw before it is revealed."""
    talk.say(speech.text("lot.commitment", commitment=lot.commitment))
    text = talk.ask(speech.text("lot.contribute") + " ").strip()
    return (text,) if text else ()


def toss_coin(talk: Talk, speech: Catalogue, plan: Plan) -> Color:
    """Toss the coin for Black and return the side of the first player (E5)."""
    coin = _ask_lots(talk, speech, toss())
    assert isinstance(coin, Toss)
    name = names(plan, speech)[coin.black - 1]
    talk.say(speech.text("lot.tossed", name=name, seed=coin.seed))
    return coin.sides[0]


def begin(
    talk: Talk, speech: Catalogue, plan: Plan, adjudicator: Adjudicator | None = None
) -> Match:
    """Draw the card in the open, show it, and begin the first game with its moves played (C2)."""
    key = deck_of(plan.variant.key)
    if key is None:
        raise CrownheadError(
            f"{plan.variant.key}: no deck of openings", "no_deck", game=plan.variant
        )
    prepared = _ask_lots(talk, speech, draw(key))
    assert isinstance(prepared, Draw)
    talk.say(speech.text("lot.card", deck=deck(key).name(speech.language), card=prepared.card))
    talk.say(speech.text("lot.seed", seed=prepared.seed))
    you, rival = names(plan, speech)
    # The first of the two names has Black in the first game.
    players = (you, rival) if plan.color == "black" else (rival, you)
    return Match.ballot(
        players=players,
        drawn=prepared,
        at=0 if plan.time else None,
        huffing=plan.huffing,
        time=plan.control,
        adjudicator=adjudicator,
    )


def _ask_lots(talk: Talk, speech: Catalogue, lot: Lot) -> Lot:
    """Ask the players for their contributions, again where a text is no printable line."""
    while True:
        try:
            return lot.with_contributions(*ask_contributions(talk, speech, lot))
        except CrownheadError as error:
            talk.say(speech.error(error))
