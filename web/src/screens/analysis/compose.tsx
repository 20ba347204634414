/** The composer's desk: a position and a solution, checked by the server; what it found. */

import "./compose.css";
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fenOf } from "../../board/fen";
import { lettersOf } from "../../board/position";
import { gameOf, geometryOf, type Game } from "../../game/variants";
import type {
  CheckedComposition,
  CheckingProgress,
  CompositionRequest,
} from "../../generated/messages";
import { RequestFailed } from "../../net/failed";
import { linesFrom } from "../../net/lines";
import { Choices } from "../../parts/choices";
import { download } from "../../parts/download";
import { GameChip } from "../../parts/game-picker";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { preferences } from "../../state/preferences";
import { href } from "../../state/route";
import { language, t } from "../../text/language";
import { EditingBoard, FenField, lettersIn, Palette, useEditing, type Editing } from "../editor";
import { Page } from "../page";

const GOALS = ["win", "draw", "gain"] as const;
type Goal = (typeof GOALS)[number];
/** The beginning of a game in PDN, and not of moves alone. */
const TAG = /^\s*\[/;

interface Props {
  readonly game: string;
  readonly fen: string;
  readonly moves: string;
}

/** What the server answers, line by line. */
type Line =
  CheckingProgress | CheckedComposition | { readonly t: "refused"; readonly sentence: string };

interface Checking {
  readonly progress: CheckingProgress | null;
  readonly found: CheckedComposition | null;
  readonly wrong: string;
  readonly busy: boolean;
  readonly ask: (wish: CompositionRequest) => Promise<CheckedComposition | null>;
  readonly cancel: () => void;
}

/** One check at a time; leaving the page ends it. */
function useChecking(): Checking {
  const [progress, setProgress] = useState<CheckingProgress | null>(null);
  const [found, setFound] = useState<CheckedComposition | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
    setProgress(null);
  };
  useEffect(() => () => running.current?.abort(), []);
  const ask = async (wish: CompositionRequest): Promise<CheckedComposition | null> => {
    cancel();
    const own = (running.current = new AbortController());
    const wanted = (): boolean => running.current === own;
    setBusy(true);
    setFound(null);
    setWrong("");
    let answer: CheckedComposition | null = null;
    try {
      const lines = linesFrom<Line>("/api/composition", wish, own.signal, language.peek());
      for await (const line of lines) {
        if (!wanted()) return null;
        if (line.t === "checking") setProgress(line);
        else if (line.t === "composition") setFound((answer = line));
        else setWrong(line.sentence);
      }
    } catch (error) {
      if (!wanted()) return null;
      const said = error instanceof RequestFailed ? error.sentence : "";
      setWrong(said || t("web.compose.offline"));
    }
    cancel();
    return answer;
  };
  return { progress, found, wrong, busy, ask, cancel };
}

export function Desk({ game: name, fen: given, moves }: Props): JSX.Element {
  const address = { game: name, fen: given };
  const [read] = useState(() => lettersIn(address));
  const [chosen, setChosen] = useState(name || preferences.game.peek());
  const [goal, setGoal] = useState<Goal>("win");
  const [solution, setSolution] = useState(moves);
  const game = gameOf(chosen);
  const editing = useEditing(game, address, read);
  const checking = useChecking();
  const result = useRef<HTMLHeadingElement>(null);
  useEffect(() => result.current?.focus(), [checking.found]);
  const lettered = game.notation === "algebraic" ? geometryOf(game) : undefined;
  const fen = fenOf(editing.letters, editing.turn, lettered);
  const check = async (): Promise<void> => {
    const variant = game.record ?? game.key;
    const pdn = TAG.test(solution);
    const found = await checking.ask(
      pdn ? { variant, pdn: solution } : { variant, start: fen, solution, goal },
    );
    if (found && pdn) show(found);
  };
  /** Put the position of a PDN on the board. */
  const show = ({ variant, fen, attacker, goal }: CheckedComposition): void => {
    const other = game.record ? game : gameOf(variant);
    setChosen(other.id);
    editing.setLetters(lettersOf(fen, geometryOf(other)));
    editing.setTurn(attacker);
    setGoal(goal);
  };
  return (
    <Page title={t("web.compose")} wide up={href("analysis")}>
      <p class="quiet">{t("web.compose.about")}</p>
      <div class="editor">
        <EditingBoard game={game} editing={editing} below={editing.turn} />
        <section class="panel">
          <GameChip chosen={chosen} choose={setChosen} />
          <Placing game={game} editing={editing} fen={fen} />
          <Choices
            legend={t("web.compose.goal")}
            value={goal}
            options={GOALS.map((each) => [each, t(`web.compose.goal.${each}`)] as const)}
            change={setGoal}
          />
          <Solution solution={solution} setSolution={setSolution} />
          <Asking checking={checking} check={() => void check()} />
        </section>
      </div>
      {checking.found && <Found found={checking.found} game={game} heading={result} />}
    </Page>
  );
}

interface SolutionProps {
  readonly solution: string;
  readonly setSolution: (solution: string) => void;
}

function Solution({ solution, setSolution }: SolutionProps): JSX.Element {
  return (
    <label class="field solution">
      {t("web.compose.solution")}
      <textarea
        rows={4}
        maxLength={20_000}
        spellcheck={false}
        value={solution}
        onInput={(event) => setSolution(event.currentTarget.value)}
      />
    </label>
  );
}

interface PlacingProps {
  readonly game: Game;
  readonly editing: Editing;
  readonly fen: string;
}

/** The pieces, and whose turn it is. */
function Placing({ game, editing, fen }: PlacingProps): JSX.Element {
  return (
    <>
      <Palette game={game} editing={editing} />
      <div class="answers stretch">
        <button
          type="button"
          onClick={() => editing.setLetters("e".repeat(geometryOf(game).count))}
        >
          {t("web.editor.clear")}
        </button>
        <button type="button" onClick={() => editing.setLetters(game.start)}>
          {t("web.editor.start")}
        </button>
      </div>
      <Choices
        legend={t("web.editor.turn")}
        value={editing.turn}
        options={[
          ["white", t("color.white")],
          ["black", t("color.black")],
        ]}
        change={editing.setTurn}
      />
      <FenField game={game} fen={fen} editing={editing} />
    </>
  );
}

interface AskingProps {
  readonly checking: Checking;
  readonly check: () => void;
}

/** The button, how far the check is, and why there is none. */
function Asking({ checking, check }: AskingProps): JSX.Element {
  return (
    <>
      <div class="answers stretch">
        {checking.busy && (
          <button type="button" onClick={checking.cancel}>
            {t("web.compose.cancel")}
          </button>
        )}
        <button
          type="button"
          class="main"
          aria-disabled={checking.busy}
          onClick={() => {
            if (!checking.busy) check();
          }}
        >
          {t("web.compose.check")}
        </button>
      </div>
      <p role="status" class="quiet">
        {checking.busy && progressOf(checking.progress)}
      </p>
      <Problem>{checking.wrong}</Problem>
    </>
  );
}

function progressOf(progress: CheckingProgress | null): string {
  const { questions = 0, done = 0, total = 0 } = progress ?? {};
  if (!total) return t("web.compose.working", { questions });
  return t("web.compose.working_at", { questions, done, total });
}

interface FoundProps {
  readonly found: CheckedComposition;
  readonly game: Game;
  readonly heading: { current: HTMLHeadingElement | null };
}

/** The verdict, and all that leads to it. */
function Found({ found, game, heading }: FoundProps): JSX.Element {
  const { lines, seconds, open, origin, searched, shown } = found;
  const save = (): void => {
    const about = { type: "application/json" };
    download(new File([found.certificate], "certificate.json", about));
  };
  return (
    <section class="verdict" aria-labelledby="verdict">
      <h2 id="verdict" ref={heading} tabIndex={-1}>
        {verdictText(found)}
      </h2>
      <h3>{t("web.compose.line")}</h3>
      {lines.length === 0 && <p>{t("web.compose.line.none")}</p>}
      {lines.map((line, at) => (
        <p key={line.join()} class="line">
          {at > 0 && <span class="quiet">{t("web.compose.variation")}: </span>}
          {numbered(line)}
        </p>
      ))}
      <Others seconds={seconds} open={open} />
      <p>{t(origin.length > 0 ? "web.compose.origin" : "web.compose.origin.open")}</p>
      <p class="quiet">{t("web.compose.shown", { shown, searched })}</p>
      <div class="answers">
        <button type="button" onClick={save}>
          <Icon name="download" />
          {t("web.compose.certificate")}
        </button>
        {!game.record && (
          <a class="button" href={sheetOf(found)} target="_blank" rel="noopener">
            <Icon name="rules" />
            {t("web.compose.sheet")}
          </a>
        )}
      </div>
      <p class="quiet">{t("web.compose.verify")}</p>
    </section>
  );
}

/** Other moves that reach the goal, and those of which nobody knows. */
function Others({ seconds, open }: Pick<CheckedComposition, "seconds" | "open">): JSX.Element {
  return (
    <>
      {seconds.length > 0 && (
        <>
          <h3>{t("web.compose.seconds")}</h3>
          <ul>
            {seconds.map(({ kind, at, move, line }) => (
              <li key={`${line.join()} ${move}`}>
                {t("web.compose.second.at", { at, move })}
                {" – "}
                {t(`web.compose.second.${kind}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>{t("web.compose.open")}</h3>
          <ul>
            {open.map(({ at, move, score }) => (
              <li key={`${at} ${move}`}>
                {t("web.compose.open.at", { at, move, score: hundredths(score) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function verdictText({ verdict, at, ground, lines }: CheckedComposition): string {
  const name = verdict === "no solution" ? (lines.length > 0 ? "no_solution" : "no_move") : verdict;
  const said = t(`web.compose.verdict.${name}`, { at });
  if (verdict === "undecided") return said;
  return `${said} – ${t(`web.compose.ground.${ground}`)}`;
}

/** Hundredths of a man as men, with their sign. */
function hundredths(score: number): string {
  const form = { signDisplay: "always", minimumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language.value, form).format(score / 100);
}

/** A line with the numbers of its moves. */
function numbered(line: readonly string[]): string {
  return line.map((move, ply) => (ply % 2 ? move : `${ply / 2 + 1}. ${move}`)).join(" ");
}

function sheetOf({ variant, fen, goal, lines }: CheckedComposition): string {
  const solution = lines[0] ? numbered(lines[0]) : "";
  const asked = new URLSearchParams({
    variant,
    start: fen,
    solution,
    goal,
    lang: language.peek(),
  });
  return `/api/composition/sheet?${asked}`;
}
