/**
 * A chapter of a study while it is on the desk: kept at the server as it is changed, and changed
 * here as others write in it.
 */

import { batch, computed, signal } from "@preact/signals";
import type { ChapterShown, ChapterSummary, StudyShown } from "../generated/messages";
import { RequestFailed } from "../net/failed";
import { studies } from "../net/studies";
import { t } from "../text/language";
import { File as GamesFile } from "./engine";
import type { Variant } from "../core/rules";
import type { Opened } from "./files";
import { fromFile, grow } from "./opening";
import { written } from "./pdn";
import { keep } from "./saved";
import type { Study } from "./study";
import { Node } from "./tree";

/** Milliseconds after the last change when a chapter is stored. */
const PAUSE = 800;
/** Milliseconds between two looks at what others have done. */
const LOOKS = 4000;
/** Milliseconds after which what did not reach the server is sent again. */
const AGAIN = 5000;
/** The server takes no longer chapters. */
export const LONGEST_TEXT = 40_000;

/** Where chapters lie, and how their texts are read. */
export interface Place extends Pick<typeof studies, "shown" | "chapter" | "store"> {
  readonly read: (pdn: string) => Promise<Opened | null>;
}

const SERVER: Place = { ...studies, read: readOne };

/** What has been sent, and may or may not have come. */
interface Sent {
  readonly text: string;
  readonly revision: number;
}

export class ChapterDesk {
  readonly shown;
  readonly chapter;
  /** Whether all that was written is at the server. */
  readonly stored = signal(true);
  /** What whoever is at the desk is to know; empty where all is well. */
  readonly notice = signal("");
  readonly #place: Place;
  #study: Study | null = null;
  /** What of the tree is at the server, as it is written here. */
  #there = "";
  #sent: Sent | null = null;
  #sending: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Whether the notice is that the server does not answer. */
  #away = false;

  constructor(
    /** The study's id, or the code of a link to it. */
    readonly key: string,
    shown: StudyShown,
    { id, title, revision }: ChapterShown,
    place: Place = SERVER,
  ) {
    this.#place = place;
    this.shown = signal(shown);
    this.chapter = signal<ChapterSummary>({ id, title, revision, changed: 0 });
  }

  readonly mayWrite = computed(() => this.shown.value.may !== "read");

  /** The chapter so many places behind this one; null where there is none. */
  beside(step: number): string | null {
    const { chapters } = this.shown.value;
    const place = chapters.findIndex(({ id }) => id === this.chapter.value.id);
    return (place < 0 ? null : chapters[place + step]?.id) ?? null;
  }

  /** Begin with the chapter as it was opened. */
  begin(study: Study): void {
    this.#study = study;
    this.#there = this.#text();
    document.addEventListener("visibilitychange", this.#turnedTo);
    this.#lookSoon();
  }

  /** Note that the tree is another one. */
  changed(): void {
    if (!this.mayWrite.peek() || this.#closed) return;
    this.stored.value = false;
    this.#storeIn(PAUSE);
  }

  /** Store what is left to be stored, and look no more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#looking);
    document.removeEventListener("visibilitychange", this.#turnedTo);
    void this.store();
  }

  /** Store now what was changed. */
  store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#storeAll().finally(() => (this.#sending = null));
    return this.#sending;
  }

  /** Look now at what others have done. */
  async look(): Promise<void> {
    try {
      this.take(await this.#place.shown(this.key));
      const { id, revision } = this.chapter.peek();
      const now = this.shown.peek().chapters.find((each) => each.id === id);
      if (now && now.revision > revision && !this.#busy()) await this.#takeOver();
    } catch (error) {
      // Who is away for a moment is asked again; a link that is withdrawn stays so.
      if (!isAway(error)) this.notice.value = sentenceOf(error);
    }
  }

  /** Take what the server says of the study. */
  take(shown: StudyShown): void {
    const { id } = this.chapter.peek();
    const now = shown.chapters.find((each) => each.id === id);
    batch(() => {
      this.shown.value = shown;
      // Its revision is that of the text at the desk until the other text is there.
      if (now) this.chapter.value = { ...now, revision: this.chapter.peek().revision };
    });
  }

  readonly #turnedTo = (): void => {
    if (document.visibilityState === "hidden") void this.store();
    else void this.look();
  };

  #lookSoon(): void {
    this.#looking = setTimeout(async () => {
      if (document.visibilityState === "visible") await this.look();
      if (!this.#closed) this.#lookSoon();
    }, LOOKS);
  }

  #text(): string {
    const study = this.#study!;
    return written(study.root.peek(), study.tags);
  }

  #busy(): boolean {
    return this.#sending !== null || this.#closed || this.#text() !== this.#there;
  }

  #storeIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.store(), milliseconds);
  }

  async #storeAll(): Promise<void> {
    if (!this.mayWrite.peek()) return;
    while (this.#sent || this.#text() !== this.#there) {
      // What may have come already is sent once more as it was: it is not stored twice.
      const { id, title, revision } = this.chapter.peek();
      const sent = (this.#sent ??= { text: this.#text(), revision });
      if (sent.text.length > LONGEST_TEXT) {
        this.#refuse(t("web.studies.too_long"));
        return;
      }
      try {
        const wish = { title, pdn: sent.text, revision: sent.revision };
        const { chapter, beside } = await this.#place.store(this.key, id, wish);
        this.#sent = null;
        this.#there = sent.text;
        this.chapter.value = chapter;
        if (beside) this.notice.value = t("web.studies.beside", { title: chapter.title });
        else if (this.#away) this.notice.value = "";
        this.#away = false;
        if (beside) void this.look();
      } catch (error) {
        if (isAway(error)) {
          this.notice.value = t("web.studies.away");
          this.#away = true;
          this.#keepHere();
          if (!this.#closed) this.#storeIn(AGAIN);
        } else this.#refuse(sentenceOf(error));
        return;
      }
    }
    this.stored.value = true;
  }

  /** Tell why nothing is stored, and keep on this device what the server does not take. */
  #refuse(sentence: string): void {
    this.#sent = null;
    this.notice.value = `${sentence} ${t("web.studies.kept_here")}`;
    this.#keepHere();
  }

  #keepHere(): void {
    keep(this.#study!.kept());
  }

  /** Show what somebody else has written. */
  async #takeOver(): Promise<void> {
    const study = this.#study!;
    const { id } = this.chapter.peek();
    const there = await this.#place.chapter(this.key, id);
    const opened = await this.#place.read(there.pdn);
    if (!opened || this.#busy() || study.retry.peek()) return;
    if (rulesOf(opened.variant) !== rulesOf(study.ruleset.variant)) {
      this.notice.value = t("web.studies.other_game");
      return;
    }
    const root = new Node(null, "root", study.ruleset.read(opened.fen));
    grow(root, opened.items);
    this.chapter.value = { ...this.chapter.peek(), revision: there.revision };
    study.take(root);
    this.#there = this.#text();
  }
}

/** What tells a game from others, also where a worker has handed it over. */
function rulesOf({ key, rules }: Variant): string {
  return JSON.stringify([key, rules]);
}

function isAway(error: unknown): boolean {
  return error instanceof RequestFailed && (error.away || error.status === 429);
}

function sentenceOf(error: unknown): string {
  return (error instanceof RequestFailed && error.sentence) || t("web.no_server");
}

/** The game of a text; null where nothing of it can be played. */
async function readOne(pdn: string): Promise<Opened | null> {
  const file = new GamesFile();
  try {
    await file.read(new TextEncoder().encode(pdn));
    return await file.open(0);
  } finally {
    file.close();
  }
}

/** A chapter on the desk, the first where none is named; null where there is none. */
export async function openChapter(key: string, id: string): Promise<Study | null> {
  try {
    const shown = await studies.shown(key);
    const wanted = shown.chapters.find((each) => each.id === id) ?? shown.chapters[0]!;
    const chapter = await studies.chapter(key, wanted.id);
    const opened = await readOne(chapter.pdn);
    if (!opened) return null;
    const desk = new ChapterDesk(key, shown, chapter);
    const study = await fromFile(opened, desk);
    desk.begin(study);
    return study;
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) return null;
    throw error;
  }
}
