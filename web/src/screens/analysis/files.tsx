/** Games that come in: pasted, dropped, or out of a file; many of them as a list to search. */

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { Dialog } from "../../parts/dialog";
import { download } from "../../parts/download";
import { Problem } from "../../parts/problem";
import { File as GamesFile } from "../../study/engine";
import type { Variant } from "../../core/rules";
import { faultText, isFaulty } from "../../study/faults";
import type { Listed } from "../../study/files";
import { fromFile, fromPosition } from "../../study/opening";
import type { Study } from "../../study/study";
import { t } from "../../text/language";
import { FaultList } from "./faults";
import { PickBar, PickBox, usePicking, type Picking } from "./picking";
import { plainText } from "../../text/names";

/** Files beyond this are none that a browser should hold. */
const MOST_BYTES = 256_000_000;
/** The beginning of a position as text. */
const FEN = /^\s*[WB]\s*:\s*[WB]/i;
/** Games of a list that are shown at once; more come as they are asked for. */
const PAGE = 100;
/** Faults of one of them that are told there; a game that is opened tells all of its own. */
const MOST_FAULTS = 100;

/** The file that was read last; its games can be gone through one after the other. */
export const read = signal<{ readonly file: GamesFile; readonly games: readonly Listed[] } | null>(
  null,
);

interface Props {
  readonly open: (study: Study) => void;
  readonly close: () => void;
  /** The game on the board. */
  readonly variant: Variant;
  /** What was dropped or pasted beside the dialog. */
  readonly given?: string | Blob | null;
}

/** What a dialog says of what it was given. */
interface Taking {
  readonly busy: boolean;
  readonly wrong: string;
  readonly take: (text: string | Blob) => Promise<void>;
  readonly show: (listed: Listed) => Promise<void>;
}

function useTaking({ open, close, variant }: Props): Taking {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const take = async (text: string | Blob): Promise<void> => {
    setBusy(true);
    setWrong("");
    try {
      if (typeof text === "string" && FEN.test(text)) {
        await place(text.trim());
        return;
      }
      if (typeof text !== "string" && text.size > MOST_BYTES) {
        setWrong(t("web.study.file.large"));
        return;
      }
      const games = await readIn(text);
      if (games.length === 0) setWrong(t("web.study.file.none"));
      else if (games.length === 1) await show(games[0]!);
    } finally {
      setBusy(false);
    }
  };
  /** A position belongs to the game that is on the board. */
  const place = async (fen: string): Promise<void> => {
    try {
      const study = await fromPosition(variant, fen);
      close();
      open(study);
    } catch {
      setWrong(t("web.editor.wrong"));
    }
  };
  const show = async (listed: Listed): Promise<void> => {
    const opened = await read.peek()?.file.open(listed.place);
    if (!opened) {
      setWrong(t("web.study.file.unknown"));
      return;
    }
    close();
    open(await fromFile(opened));
  };
  return { busy, wrong, take, show };
}

/** The games of a text or a file, which is then the one that was read last. */
async function readIn(text: string | Blob): Promise<readonly Listed[]> {
  const bytes =
    typeof text === "string"
      ? new TextEncoder().encode(text)
      : new Uint8Array(await text.arrayBuffer());
  const file = new GamesFile();
  const games = await file.read(bytes);
  read.value?.file.close();
  read.value = { file, games };
  return games;
}

export function Files(props: Props): JSX.Element {
  const { busy, wrong, take, show } = useTaking(props);
  const { close, given } = props;
  const [first] = useState(() => {
    if (given) void take(given);
    return Boolean(given);
  });
  const games = read.value?.games ?? [];
  return (
    <Dialog title={t("web.study.file")} close={close} wide>
      <div class="take-in">
        {!first && <Pasting busy={busy} take={take} rows={games.length < 2 ? 6 : 2} />}
        <label class="button">
          {t("web.study.file.choose")}
          <input
            class="hidden"
            type="file"
            accept=".pdn,.txt,text/plain"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen) void take(chosen);
            }}
          />
        </label>
        {busy && <p role="status">{t("web.study.file.reading")}</p>}
        <Problem>{wrong}</Problem>
      </div>
      {games.length > 1 && <Games games={games} show={(game) => void show(game)} />}
    </Dialog>
  );
}

interface PastingProps {
  readonly busy: boolean;
  readonly take: (text: string) => Promise<void>;
  readonly rows: number;
}

/** The field for a text: what is pasted is read at once, what is typed by the button. */
function Pasting({ busy, take, rows }: PastingProps): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const open = (): void => {
    const text = field.current!.value;
    if (text.trim() && !busy) void take(text);
  };
  return (
    <>
      <label class="field">
        {t("web.study.paste")}
        <textarea
          ref={field}
          rows={rows}
          spellcheck={false}
          onInput={(event) => {
            if (event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop")
              open();
          }}
        />
      </label>
      <button type="button" class="main" aria-disabled={busy} onClick={open}>
        {t("web.study.take")}
      </button>
    </>
  );
}

interface GamesProps {
  readonly games: readonly Listed[];
  readonly show: (game: Listed) => void;
}

function Games({ games, show }: GamesProps): JSX.Element {
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(PAGE);
  const [broken, setBroken] = useState(false);
  const picking = usePicking("");
  const texts = useMemo(() => games.map(searched), [games]);
  const words = plainText(sought).split(/\s+/).filter(Boolean);
  const faulty = useMemo(() => games.filter(({ faults }) => isFaulty(faults)).length, [games]);
  const found = games.filter(
    (game, index) =>
      (!broken || isFaulty(game.faults)) && words.every((word) => texts[index]!.includes(word)),
  );
  return (
    <div class="file-games">
      <label class="field">
        {t("web.study.seek")}
        <input
          type="search"
          value={sought}
          onInput={(event) => {
            setSought(event.currentTarget.value);
            setMost(PAGE);
          }}
        />
      </label>
      <p role="status">
        {t("web.study.found", { n: found.length, all: games.length })}
        {faulty > 0 && (
          <button
            type="button"
            class="link"
            aria-pressed={broken}
            onClick={() => setBroken(!broken)}
          >
            {t("web.study.broken", { n: faulty })}
          </button>
        )}
      </p>
      <Saving found={found} picking={picking} />
      <ul class="list">
        {found.slice(0, most).map((game) => (
          <OneGame key={game.place} game={game} show={show} whole={broken} picking={picking} />
        ))}
      </ul>
      {found.length > most && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          {t("web.study.more")}
        </button>
      )}
    </div>
  );
}

interface SavingProps {
  readonly found: readonly Listed[];
  readonly picking: Picking;
}

/** Save all that was found, or what is picked of it. */
function Saving({ found, picking }: SavingProps): JSX.Element {
  const [failed, setFailed] = useState(false);
  return (
    <>
      {found.length > 0 && !picking.picked && (
        <button type="button" onClick={() => void saveGames(found)}>
          {t("web.study.save_found", { n: found.length })}
        </button>
      )}
      {found.length > 1 && <PickBar picking={picking} failed={() => setFailed(true)} />}
      <Problem>{failed && t("web.study.file.unknown")}</Problem>
    </>
  );
}

/** Save games as they stand in the file that was read last. */
async function saveGames(games: readonly Listed[]): Promise<void> {
  const text = await read.peek()!.file.textOf(games.map(({ place }) => place));
  download(new File([text], "games.pdn", { type: "text/plain" }));
}

interface OneGameProps {
  readonly game: Listed;
  readonly show: (game: Listed) => void;
  /** Whether all its faults are wanted, not the first alone. */
  readonly whole: boolean;
  readonly picking: Picking;
}

function OneGame({ game, show, whole, picking }: OneGameProps): JSX.Element {
  const [first, ...others] = game.faults;
  const players = `${game.tags["White"] ?? "?"} – ${game.tags["Black"] ?? "?"}`;
  const text = (): Promise<string> => read.peek()!.file.textOf([game.place]);
  return (
    <li>
      <PickBox picking={picking} game={{ key: game.place, label: players, text }} />
      <button type="button" class="listed" onClick={() => show(game)}>
        <span>{players}</span>
        <b>{game.result}</b>
        <small>
          {[
            game.game && game.game !== "house" ? gameName(gameOf(game.game)) : "",
            game.tags["Event"],
            game.tags["Date"]?.replace(/(\.\?\?){1,2}$/, ""),
          ]
            .filter((each) => each && each !== "?")
            .join(" · ")}
          {first && !whole && (
            <span class="bad">
              {" "}
              {faultText(first)}
              {others.length > 0 && ` ${t("web.study.faults.more", { n: others.length })}`}
            </span>
          )}
        </small>
      </button>
      {whole && <FaultList faults={game.faults} most={MOST_FAULTS} />}
    </li>
  );
}

/** All that a game can be found by. */
function searched({ tags, result }: Listed): string {
  return plainText([...Object.values(tags), result].join(" "));
}
