/** The analysis: a board, what the engine sees, and a tree of moves, side by side or one below. */

import "./analysis.css";
import "./engine.css";
import "./tree.css";
import "./report.css";
import "./sheets.css";
import "./played.css";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import known from "../../generated/ballotbook.json";
import { gameName } from "../../game/game-name";
import { gameOf } from "../../game/variants";
import { Icon, type IconName } from "../../parts/icon";
import { Later } from "../../parts/later";
import { useTitle } from "../../parts/use-title";
import { useNow } from "../../parts/use-now";
import { Waiting } from "../../parts/waiting";
import { RequestFailed } from "../../net/failed";
import { sourceOf } from "../../net/sources";
import { preferences } from "../../state/preferences";
import { href, type Route } from "../../state/route";
import { hasTouch } from "../../state/pointing";
import { coreOfPage } from "../../study/engine";
import { askForBases } from "../../study/collections";
import { studies } from "../../study/saved";
import { playersOf } from "../../study/naming";
import { fromGame, fromKept, fromPosition, variantNamed } from "../../study/opening";
import type { Study } from "../../study/study";
import { t } from "../../text/language";
import { AnalysisBoard, Entering } from "./board";
import { Bar } from "./bar";
import { PencilIcon, Pens } from "./drawing";
import { collectionsOf, Played } from "./played";
import { Files, read } from "./files";
import { useKeys, type Sheet, type Tab } from "./keys";
import { Letters } from "./letters";
import { Lines } from "./lines";
import { Tree } from "./moves";
import { Note } from "./note";
import { OwnCollections } from "./own";
import { Report, Retrying } from "./report";
import { KeptOnes, Keys, Menu } from "./sheets";
import { Status } from "./status";

const ballot = () => import("./ballot").then((file) => file.Ballot);

/** The games of which there is a book of ballots. */
const BALLOTS: Readonly<Record<string, unknown>> = known;

/** The study on the screen: its address may change while it stays. */
let present: Study | null = null;

const chapters = () => import("./chapters").then((file) => file.Chapters);
const ownStudies = () => import("./studies").then((file) => file.OwnStudies);

/** The study that an address leads to; null where it leads to none. */
async function studyAt(parts: readonly string[]): Promise<Study | null> {
  const [kind = "", name = "", second = "", third = ""] = parts;
  switch (kind) {
    case "kept": {
      const kept = studies.peek().find(({ id }) => id === name);
      return kept ? fromKept(kept) : null;
    }
    case "game": {
      const source = sourceOf(name);
      try {
        return await fromGame(source, name, second === "" ? -1 : Number(second));
      } finally {
        source.close();
      }
    }
    case "study": {
      const { openChapter } = await import("../../study/chapters");
      return openChapter(name, second);
    }
    case "at":
      return fromPosition(variantNamed(name), second, third.split(" ").filter(Boolean));
    default: {
      const [latest] = studies.peek();
      if (latest && kind === "") return fromKept(latest);
      return fromPosition(variantNamed(gameOf(preferences.game.peek()).id), "");
    }
  }
}

const desk = () => import("./compose").then((file) => file.Desk);

export function AnalysisScreen({ route }: { readonly route: Route }): JSX.Element | null {
  const parts = route.screen === "analysis" ? route.parts : [];
  if (parts[0] !== "compose") return <Studying parts={parts} />;
  const [, game = "", fen = "", moves = ""] = parts;
  return <Later key={parts.join("/")} load={desk} props={{ game, fen, moves }} />;
}

function Studying({ parts }: { readonly parts: readonly string[] }): JSX.Element {
  const [study, setStudy] = useState<Study | null>(null);
  /** Why there is none: nothing lies at the address, or the core or the server did not come. */
  const [without, setWithout] = useState<"missing" | "away" | null>(null);
  const [tried, setTried] = useState(0);
  const address = parts.join("/");

  useTitle(t("web.study"));
  const show = (made: Study): void => {
    if (present !== made) present?.close();
    present = made;
    setStudy(made);
  };
  useEffect(() => {
    if (present && parts[0] === "kept" && parts[1] === present.id) return undefined;
    let wanted = true;
    setWithout(null);
    const core = coreOfPage().then(
      () => "missing" as const,
      () => "away" as const,
    );
    studyAt(parts).then(
      (made) => {
        if (!wanted) made?.close();
        else if (made) show(made);
        else setWithout("missing");
      },
      async (error: unknown) => {
        const away = error instanceof RequestFailed && error.away;
        const why = away ? "away" : await core;
        if (wanted) setWithout(why);
      },
    );
    return () => {
      wanted = false;
    };
  }, [address, tried]);
  useEffect(
    () => () => {
      present?.close();
      present = null;
    },
    [],
  );
  if (without) return <Without what={without} again={() => setTried(tried + 1)} />;
  if (!study) {
    return (
      <main aria-busy="true">
        <h1 class="hidden">{t("web.study")}</h1>
        <Waiting />
      </main>
    );
  }
  return <Whole key={study.id} study={study} show={show} />;
}

interface WithoutProps {
  readonly what: "missing" | "away";
  readonly again: () => void;
}

/** The screen where no study is: nothing lies at the address, or who has it did not answer. */
function Without({ what, again }: WithoutProps): JSX.Element {
  if (what === "away") {
    return (
      <main class="message">
        <h1>{t("web.no_server")}</h1>
        <button type="button" class="main" onClick={again}>
          {t("web.core.again")}
        </button>
      </main>
    );
  }
  return (
    <main class="message">
      <h1>{t("web.study.missing")}</h1>
      <a class="button main" href={href("analysis", "new")}>
        {t("web.study.new")}
      </a>
    </main>
  );
}

interface WholeProps {
  readonly study: Study;
  readonly show: (study: Study) => void;
}

function Whole({ study, show }: WholeProps): JSX.Element {
  const entering = useMemo(() => new Entering(study), [study]);
  const [sheet, setSheet] = useState<Sheet>(null);
  const [tab, setTab] = useState<Tab>(study.report ? "report" : "moves");
  const retrying = study.retry.value !== null;
  const [given, setGiven] = useState<string | Blob | null>(null);
  useKeys(study, entering, setSheet, setTab);
  useEffect(() => void askForBases(), []);
  useEffect(() => {
    // One tap led here from a game that is over: its report is what is wanted.
    if (study.report) void study.reporter.ask(study.root.peek());
  }, [study]);
  useNow(() => {
    // From the first change on the address leads back here.
    if (study.changes.value === 0 || study.quiet || study.chapter) return;
    const address = href("analysis", "kept", study.id);
    if (location.hash !== address) history.replaceState(history.state, "", address);
  });
  useTaking((text) => {
    setGiven(text);
    setSheet("files");
  });
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const free = document.activeElement === document.body;
    if (free && !hasTouch())
      board.current?.querySelector("draughts-board")?.focus({ preventScroll: true });
  }, []);
  const close = (): void => {
    if (sheet === "files") setGiven(null);
    setSheet(null);
  };
  return (
    <main class="analysis">
      <Top study={study} />
      {/* Whoever is to find a move is not told how the position stands. */}
      <div class={retrying || study.quiet ? "study-board unjudged" : "study-board"} ref={board}>
        <Bar study={study} />
        <AnalysisBoard entering={entering} />
      </div>
      <div class={study.quiet ? "study-side quietly" : `study-side of-${tab}`}>
        <Status study={study} />
        <Side study={study} show={show} tab={tab} choose={setTab} />
        <Foot entering={entering} />
      </div>
      <Controls entering={entering} open={setSheet} />
      <OneSheet {...{ study, show, sheet, setSheet, given, close }} />
    </main>
  );
}

interface SidePartsProps extends WholeProps {
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
}

/** What stands beside the board: of a game over days that runs, nothing that an engine says. */
function Side({ study, show, tab, choose }: SidePartsProps): JSX.Element {
  if (study.retry.value !== null) return <Retrying study={study} />;
  if (study.quiet) {
    return (
      <>
        <Letters study={study} />
        <Tree study={study} />
      </>
    );
  }
  return (
    <>
      <Lines study={study} />
      <Tabs study={study} tab={tab} choose={choose} />
      {tab === "moves" && <Tree study={study} />}
      {tab === "moves" && study.game.key in BALLOTS && <Later load={ballot} props={{ study }} />}
      {tab === "report" && <Report study={study} />}
      {tab === "games" && <Played study={study} open={show} />}
    </>
  );
}

function Top({ study }: { readonly study: Study }): JSX.Element {
  return (
    <header class="study-top">
      <a
        class="plain round"
        href={study.origin ? href("g", study.origin) : href()}
        aria-label={t("web.back")}
      >
        <Icon name="back" />
      </a>
      {study.chapter ? (
        <Later load={chapters} props={{ study, desk: study.chapter }} />
      ) : (
        <>
          <h1>
            {t("web.study")}
            <small>{playersOf(study.tags) || gameName(study.game)}</small>
          </h1>
          <Walk />
        </>
      )}
    </header>
  );
}

interface SheetProps extends WholeProps {
  readonly sheet: Sheet;
  readonly setSheet: (sheet: Sheet) => void;
  /** What was dropped or pasted. */
  readonly given: string | Blob | null;
  readonly close: () => void;
}

/** The dialog that is open. */
function OneSheet(props: SheetProps): JSX.Element | null {
  const { study, show, sheet, setSheet, given, close } = props;
  switch (sheet) {
    case "menu":
      return <Menu study={study} close={close} show={setSheet} />;
    case "files":
      return <Files open={show} variant={study.ruleset.variant} given={given} close={close} />;
    case "own":
      return <OwnCollections close={close} />;
    case "studies":
      return <Later load={ownStudies} props={{ study, close }} />;
    case "kept":
      return <KeptOnes close={close} />;
    case "keys":
      return <Keys close={close} />;
    case "note":
      return <Note study={study} close={close} />;
    default:
      return null;
  }
}

/** Back to the list of the file that the game is out of. */
function Walk(): JSX.Element | null {
  const games = read.value?.games ?? [];
  return games.length > 1 ? <small>{t("web.study.of_file", { n: games.length })}</small> : null;
}

/** The pens while they are out, else the field for typed moves. */
function Foot({ entering }: { readonly entering: Entering }): JSX.Element {
  const { drawer } = entering;
  return drawer.out.value ? <Pens drawer={drawer} /> : <Entry entering={entering} />;
}

/** The field for typed moves. */
function Entry({ entering }: { readonly entering: Entering }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const wrong = entering.wrong.value;
  useNow(() => {
    const typed = entering.typed.value;
    if (!typed || !field.current) return;
    entering.typed.value = "";
    field.current.value += typed;
    field.current.focus();
  });
  return (
    <form
      class="study-entry"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current!.value.trim();
        if (!text) return;
        entering.wrong.value = false;
        entering.enter({ type: "text", text });
        if (entering.wrong.peek()) return;
        field.current!.value = "";
        // The keys of the analysis are back; on phones the keyboard goes.
        if (hasTouch()) field.current!.blur();
        else field.current!.closest("main")!.querySelector("draughts-board")!.focus();
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={t("web.study.type")}
        placeholder={t("web.study.type")}
        aria-invalid={wrong}
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="done"
        onInput={() => (entering.wrong.value = false)}
      />
      {wrong && (
        <span class="bad" role="alert">
          {t("web.study.type.wrong")}
        </span>
      )}
    </form>
  );
}

interface ControlsProps {
  readonly entering: Entering;
  readonly open: (sheet: Sheet) => void;
}

function Controls({ entering: { study, drawer }, open }: ControlsProps): JSX.Element {
  const node = study.at.value;
  void study.changes.value;
  const button = (icon: IconName, label: string, action: () => void, off = false): JSX.Element => (
    <button type="button" aria-label={label} title={label} disabled={off} onClick={action}>
      <Icon name={icon} />
    </button>
  );
  const end = node.children.length === 0;
  return (
    <div class="study-controls" role="toolbar" aria-label={t("web.controls")}>
      {button("first", t("web.study.first"), () => study.first(), !node.parent)}
      {button("back", t("web.moves.back"), () => study.back(), !node.parent)}
      {button("forward", t("web.moves.forward"), () => study.forward(), end)}
      {button("last", t("web.study.last"), () => study.last(), end)}
      <button
        type="button"
        aria-label={t("web.study.draw")}
        title={t("web.study.draw")}
        aria-pressed={drawer.out.value}
        onClick={() => drawer.toggle()}
      >
        <PencilIcon />
      </button>
      {button("edit", t("web.study.note"), () => open("note"))}
      {button("more", t("web.more"), () => open("menu"))}
    </div>
  );
}

/** What is dropped or pasted anywhere on the screen is a game. */
function useTaking(take: (text: string | Blob) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) {
        event.preventDefault();
      }
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData("text/plain");
      if (!file && !text) return;
      event.preventDefault();
      latest.current(file ?? text!);
    };
    const paste = (event: ClipboardEvent): void => {
      if ((event.target as HTMLElement).closest("input,textarea")) return;
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain");
      if (file || text?.trim()) latest.current(file ?? text!);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, []);
}

interface TabsProps {
  readonly study: Study;
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
}

const LABELS = { moves: "web.moves", report: "web.report", games: "web.study.games" } as const;

function Tabs({ study, tab, choose }: TabsProps): JSX.Element {
  const games = collectionsOf(study).length > 0;
  const tabs: readonly Tab[] = games ? ["moves", "report", "games"] : ["moves", "report"];
  return (
    <div class="study-tabs">
      {tabs.map((each) => (
        <button type="button" key={each} aria-pressed={tab === each} onClick={() => choose(each)}>
          {t(LABELS[each])}
        </button>
      ))}
    </div>
  );
}
