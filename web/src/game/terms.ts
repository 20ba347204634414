/** What is agreed for a game that somebody offers, in words. */

import type { Offer } from "../generated/messages";
import { t } from "../text/language";
import { timeName } from "./times";
import { gameOfView } from "./variants";

/** What differs from how the game is played by itself, in short. */
export function differences(offer: Offer): readonly string[] {
  const { duty } = gameOfView(offer.variant, offer.house);
  const { huffing, ballot, start, draws = "rules", offers_after = 0, refusal_duty } = offer;
  return [
    start ? t("web.agreed.start") : "",
    huffing ? t("web.huffing") : "",
    ballot ? t("web.ballot") : "",
    duty > 0 && refusal_duty === 0 ? t("web.agreed.no_duty") : "",
    draws === "rules" ? "" : t(`web.draws.${draws}`),
    offers_after > 0 ? t("web.agreed.offers", { n: offers_after }) : "",
  ].filter(Boolean);
}

/** All that somebody should know who may take an offer: the own side first. */
export function termsOf(offer: Offer): readonly string[] {
  const { side, time, mode } = offer;
  return [
    side ? t("web.agreed.side", { side: t(`color.${side}`) }) : t("web.agreed.toss"),
    timeName(time ?? "", mode),
    ...(offer.rated ? [t("web.agreed.rated")] : []),
    ...differences(offer),
  ];
}
