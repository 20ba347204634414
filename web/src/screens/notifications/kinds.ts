/** What the parts of these settings share. */

import type { NoticeChoices, Notifications } from "../../generated/messages";

export type Way = keyof NoticeChoices;
export type Kind = NoticeChoices["page"][number];

export const KINDS = [
  "turn",
  "deadline",
  "challenge",
  "round",
  "starts",
] as const satisfies readonly Kind[];

export interface Change {
  readonly shown: Notifications;
  readonly change: (shown: Notifications) => void;
}
