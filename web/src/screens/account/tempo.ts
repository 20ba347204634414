import { t } from "../../text/language";

/** The lists of a game, by how fast it is played. */
export const TEMPI = ["bullet", "blitz", "rapid", "classical", "correspondence"] as const;
export type Tempo = (typeof TEMPI)[number];

export function tempoName(tempo: string): string {
  return t(`web.tempo.${isTempo(tempo) ? tempo : "blitz"}`);
}

export function isTempo(tempo: string): tempo is Tempo {
  return (TEMPI as readonly string[]).includes(tempo);
}
