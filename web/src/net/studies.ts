/** Studies at the server: the own ones by their ids, others' by the codes of their links. */

import type {
  ChapterChange,
  ChapterShown,
  ChapterStored,
  ChapterSummary,
  NewChapter,
  NewStudy,
  OwnStudies,
  StudyShown,
} from "../generated/messages";
import { request } from "./server";

export type Link = "read" | "write";

const ALL = "/api/studies";

function at(key: string, ...parts: readonly string[]): string {
  return [ALL, ...[key, ...parts].map(encodeURIComponent)].join("/");
}

export const studies = {
  own: (): Promise<OwnStudies> => request("GET", ALL),
  make: (wish: NewStudy): Promise<StudyShown> => request("POST", ALL, wish),
  shown: (key: string): Promise<StudyShown> => request("GET", at(key)),
  rename: (key: string, title: string): Promise<StudyShown> => request("POST", at(key), { title }),
  remove: (key: string): Promise<null> => request("DELETE", at(key)),
  share: (key: string, link: Link): Promise<StudyShown> => request("POST", at(key, "links", link)),
  withdraw: (key: string, link: Link): Promise<StudyShown> =>
    request("DELETE", at(key, "links", link)),
  sort: (key: string, chapters: readonly string[]): Promise<StudyShown> =>
    request("POST", at(key, "order"), { chapters }),
  add: (key: string, wish: NewChapter): Promise<ChapterSummary> =>
    request("POST", at(key, "chapters"), wish),
  chapter: (key: string, id: string): Promise<ChapterShown> =>
    request("GET", at(key, "chapters", id)),
  store: (key: string, id: string, wish: ChapterChange): Promise<ChapterStored> =>
    request("POST", at(key, "chapters", id), wish),
  renameChapter: (key: string, id: string, title: string): Promise<null> =>
    request("POST", at(key, "chapters", id, "title"), { title }),
  removeChapter: (key: string, id: string, revision: number): Promise<null> =>
    request("DELETE", `${at(key, "chapters", id)}?revision=${revision}`),
  /** The address of all chapters as one file. */
  file: (key: string): string => at(key, "pdn"),
};
