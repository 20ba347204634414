/** What the game says to its player now: one sentence, and what can be done about it. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { squareText } from "../../game/describing";
import { questionsIn } from "../../game/questions";
import type { Session } from "../../game/session";
import type { Act, Side } from "../../game/source";
import type { View } from "../../generated/messages";
import { geometryOf } from "../../game/variants";
import { hasTouch } from "../../state/pointing";
import { preferences } from "../../state/preferences";
import { t, words, type Key } from "../../text/language";
import { other } from "../../game/apply-move";
import { reasonsOf } from "../../game/why";
import type { Option } from "../../input/options";
import { Icon } from "../../parts/icon";
import { startsWithSecond } from "./moves";
import { sideName } from "../../game/naming";
import { openSaid, verdictSaid } from "./ending";
import { Later } from "../../parts/later";
import { Sentence } from "../../parts/sentence";
import { afterwards, Result } from "./result";

const share = () => import("./share").then((file) => file.Share);

interface Line {
  readonly kind: "plain" | "note" | "refused" | "ask" | "ask fault" | "ask result" | "result";
  readonly content: ComponentChildren;
  readonly buttons?: readonly JSX.Element[];
}

export function Talk({ session }: { readonly session: Session }): JSX.Element {
  const line = lineOf(session);
  const answers = useRef<HTMLDivElement>(null);
  useReturn(answers.current);
  return (
    <div class={`talk ${line.kind}`} role="status" aria-atomic="false">
      <span class="hidden">{moveSaid(session)}</span>
      <div class="sentence">{whole(line.content)}</div>
      {line.buttons && line.buttons.length > 0 && (
        <div class="answers" ref={answers}>
          {line.buttons}
        </div>
      )}
      {session.sharing.value && (
        <Later load={share} props={{ session, close: () => (session.sharing.value = false) }} />
      )}
    </div>
  );
}

/** Focus the board where the answers go away with the one that had the focus. */
function useReturn(answers: HTMLElement | null): void {
  const held = answers?.contains(document.activeElement);
  useEffect(() => {
    if (!held || document.activeElement !== document.body || hasTouch()) return;
    document.querySelector<HTMLElement>("main.game draughts-board")?.focus({ preventScroll: true });
  });
}

/** The last move in words, for those who do not see it. */
function moveSaid(session: Session): string {
  const shown = session.shown.value;
  const game = session.game.value;
  if (!shown?.last || !shown.live || !game) return "";
  return squareText(shown.last, other(shown.turn), game, words(game.key));
}

function button(label: string, action: () => void, main = false): JSX.Element {
  return (
    <button type="button" class={main ? "main" : ""} onClick={action} key={label}>
      {label}
    </button>
  );
}

/** Text with its moves unbroken; what is more than text sees to its moves itself. */
function whole(content: ComponentChildren): ComponentChildren {
  return typeof content === "string" ? <Sentence text={content} /> : content;
}

function lineOf(session: Session): Line {
  const past = pastLine(session);
  if (past) return withVerdict(session, lineAfter(huffSaid(session), past));
  const now =
    noticeLine(session) ??
    questionLine(session) ??
    lineAfter(huffSaid(session), statusLine(session));
  // The card of the result tells the last verdict itself.
  return session.view.value!.outcome ? now : withVerdict(session, now);
}

/** A line below the verdict on a refused draw, which is small print: it stands beside answers. */
function withVerdict(session: Session, line: Line): Line {
  const said = verdictSaid(session);
  if (!said) return line;
  const content = (
    <>
      <small>{said}</small> <span>{whole(line.content)}</span>
    </>
  );
  return { ...line, content };
}

/** A line after a sentence that stands until the next move. */
function lineAfter(said: string, line: Line): Line {
  if (!said) return line;
  return {
    ...line,
    content: (
      <>
        <span>{said}</span> <span>{whole(line.content)}</span>
      </>
    ),
  };
}

/** What was huffed at the position that is shown, or in the move before the present one. */
function huffSaid(session: Session): string {
  const game = session.game.value!;
  const at = session.past.value?.at;
  const { ply } = session.view.value!;
  const first = at ?? ply - 1;
  const huff = session.huffs.value.findLast((each) => each.ply >= first && each.ply <= (at ?? ply));
  if (!huff) return "";
  const square = geometryOf(game).name(huff.square, game.notation);
  return t("web.huffed", { square });
}

/** Which position of the game is shown. */
function pastSaid(session: Session, at: number): string {
  if (at === 0) return t("web.past.start");
  const gap = startsWithSecond(session) ? 1 : 0;
  const side = other(session.past.value!.plies[at]!.turn);
  return t("web.past", { n: Math.ceil((at + gap) / 2), side: t(`color.${side}`) });
}

/** Which position is looked at, where it is not the present one. */
function pastLine(session: Session): Line | null {
  const past = session.past.value;
  if (!past) return null;
  return {
    kind: "plain",
    content: pastSaid(session, past.at),
    buttons: [button(t("web.past.end"), () => session.present(), true)],
  };
}

/** What was just said about something the player did. */
function noticeLine(session: Session): Line | null {
  if (session.accusing.value) {
    const cancel = button(t("web.cancel"), () => session.dismiss());
    return { kind: "ask", content: t("web.accuse.which"), buttons: [cancel] };
  }
  const notice = session.notice.value;
  if (!notice) return null;
  if (notice.kind === "note") {
    return { kind: "note", content: notice.sentence, buttons: accuseButtons(session) };
  }
  if (notice.kind === "confirm") {
    const go = (): void => notice.go();
    const { warned } = notice;
    return {
      kind: "ask",
      content: notice.sentence,
      buttons: [
        button(t(warned ? "web.coach.another" : "web.cancel"), () => session.dismiss(), warned),
        button(t("web.play_anyway"), go, !warned),
      ],
    };
  }
  const { sentence, moves } = notice.said;
  const [right] = moves;
  if (!right) return { kind: "refused", content: sentence };
  return {
    kind: "refused",
    content: (
      <button type="button" class="explains" onClick={() => session.demonstrate(right)}>
        <Sentence text={sentence} />
        <span class="show">
          <Icon name="play" />
          {t(/[x:]/.test(right) ? "web.show_right" : "web.show_right.move")}
        </span>
      </button>
    ),
  };
}

/** The button to say that the other left out a capture, where nobody is told; there in every turn. */
function accuseButtons(session: Session): readonly JSX.Element[] {
  const { huffing, last, turn, outcome } = session.view.value!;
  const own = session.you.value.includes(turn) && !outcome;
  if (!huffing || !last || !own || !preferences.noticing.value) return [];
  return [button(t("web.accuse"), () => (session.accusing.value = true))];
}

/** What the player has to answer. */
function questionLine(session: Session): Line | null {
  const view = session.view.value!;
  const you = session.you.value;
  const kind = words(session.game.value!.key);
  const may = (side: Side, act: string): boolean =>
    you.includes(side) && (view.allowed[side]?.includes(act) ?? false);
  const acts =
    (act: Act): (() => void) =>
    () =>
      void session.act(act);
  if (view.outcome) return null;
  for (const { field, by, asked, accept, decline } of questionsIn(view)) {
    const answerer = other(by);
    if (!may(answerer, accept)) continue;
    const duty = field === "offer" && view.would_refuse;
    const n = view.refusal_duty;
    return {
      kind: "ask",
      content: (
        <>
          {kind.text(asked, { side: sideName(session, by) })}
          {answererLine(session, answerer)}
          {duty && <small>{kind.text("web.draw.duty", { n })}</small>}
        </>
      ),
      buttons: [
        button(
          duty ? t("web.decline_duty", { n }) : t("web.decline"),
          acts({ kind: decline, by: answerer }),
        ),
        button(t("web.accept"), acts({ kind: accept, by: answerer }), true),
      ],
    };
  }
  if (session.huffable.value.length > 0 && you.includes(view.turn)) return huffing(session);
  return null;
}

/** Who is to answer, where both sit at this device and see the same buttons. */
function answererLine(session: Session, side: Side): JSX.Element | null {
  if (session.you.value.length < 2) return null;
  return <small>{t("web.answers", { side: sideName(session, side) })}</small>;
}

/** A capture was left out: huff it, compel it, or let it stand. */
function huffing(session: Session): Line {
  const view = session.view.value!;
  const game = session.game.value!;
  const kind = words(game.key);
  const geometry = geometryOf(game);
  const allowed = view.allowed[view.turn] ?? [];
  const squares = view.huffable.map((square) => geometry.name(square, game.notation));
  const [only, second] = view.huffable;
  const buttons = [
    <button
      type="button"
      class="main"
      key="huff"
      disabled={second !== undefined}
      onClick={() => void session.act({ kind: "huff", square: only! })}
    >
      {t("web.huff")}
    </button>,
  ];
  if (allowed.includes("compel")) {
    buttons.push(button(t("web.compel"), () => void session.act({ kind: "compel" })));
  }
  if (allowed.includes("stand")) {
    buttons.push(button(t("web.stand"), () => void session.act({ kind: "stand" })));
  }
  return {
    kind: "ask fault",
    content: kind.text("web.huffable", { n: squares.length, squares: kind.either(squares) }),
    buttons,
  };
}

/** Why the clocks stand. */
function pauseKey({ away, event }: View): Key {
  if (away) return "web.leave.stands";
  if (event?.halted) return "web.event.halted";
  return event?.called ? "web.event.called" : "web.paused";
}

/** Who gives the verdict that is due: the program, or an arbiter of the game's event. */
function verdictKey({ event }: View): Key {
  return event?.asked ? "web.verdict_due.arbiter" : "web.verdict_due";
}

/** How the game stands. */
function statusLine(session: Session): Line {
  const view = session.view.value!;
  const you = session.you.value;
  const game = session.game.value!;
  const kind = words(game.key);
  if (view.outcome) return endLine(session);
  if (view.phase === "waiting") return { kind: "plain", content: t("web.waiting") };
  if (view.phase === "lots") return { kind: "plain", content: t("web.lots.drawing") };
  if (view.paused) {
    return {
      kind: "plain",
      content: t(pauseKey(view)),
      buttons: you.some((side) => view.allowed[side]?.includes("resume"))
        ? [
            button(
              t(view.away ? "web.leave.play" : "web.resume"),
              () => void session.act({ kind: "resume" }),
              true,
            ),
          ]
        : [],
    };
  }
  if (view.verdict_due) return { kind: "plain", content: t(verdictKey(view)) };
  const input = session.input.value;
  if (input && input.options.length > 0) {
    return {
      kind: "plain",
      content: t("web.choose", { n: input.options.length }),
      buttons: input.options.slice(0, 9).map((option) => (
        <button
          type="button"
          class="digit"
          key={option.number}
          aria-label={choiceName(session, option)}
          onClick={() => session.choose(option.number)}
        >
          {option.number}
        </button>
      )),
    };
  }
  if (input && input.premove.length > 1) {
    const geometry = geometryOf(game);
    const route = input.premove.map((square) => geometry.name(square, game.notation)).join("-");
    return { kind: "plain", content: t("web.premove", { route }) };
  }
  const own = questionsIn(view).find(({ by }) => you.length === 1 && by === you[0]);
  if (own) {
    const withdraw = (): void => void session.act({ kind: "withdraw" });
    const buttons = own.field === "offer" ? [button(t("web.withdraw"), withdraw)] : [];
    return { kind: "plain", content: t(own.waiting), buttons };
  }
  return turn(session, kind);
}

/** A choice by its number, its squares, and whether it breaks off a capture. */
function choiceName(session: Session, { number: n, move, route }: Option): string {
  const game = session.game.value!;
  const geometry = geometryOf(game);
  const names = route.map((square) => geometry.name(square, game.notation)).join(", ");
  const stopped = session.view.value!.faulty.includes(move) && move.captures.length > 0;
  return t(stopped ? "web.choice.stopped" : "web.choice", { n, route: names });
}

/** How the game ended, and what can be answered or done then. */
function endLine(session: Session): Line {
  const { rematch, next } = session.view.value!;
  const [you, second] = session.you.value;
  const content = <Result session={session} />;
  if (you && !second && rematch === other(you) && !next) {
    const accept = (): void => void session.act({ kind: "rematch", by: you });
    const buttons = [
      button(t("web.decline"), () => void session.act({ kind: "rematch_decline", by: you })),
      button(t("web.accept"), accept, true),
    ];
    return { kind: "ask result", content, buttons };
  }
  return {
    kind: "result",
    content,
    buttons: afterwards(session, () => (session.sharing.value = true)),
  };
}

/** The room of the button that asks why, so that nothing moves when it comes. */
function roomForWhy(): JSX.Element {
  return (
    <button type="button" class="room" key="why" disabled aria-hidden="true">
      {t("web.why")}
    </button>
  );
}

function turn(session: Session, kind: ReturnType<typeof words>): Line {
  if (session.sending.value) return { kind: "plain", content: t("web.game.sending") };
  const view = session.view.value!;
  const you = session.you.value;
  const game = session.game.value!;
  const mine = you.includes(view.turn);
  const side = mine ? kind.text(`color.${view.turn}`) : sideName(session, view.turn);
  if (!mine) {
    const computer = view.players[view.turn]?.kind === "engine";
    const moves = t(computer ? "web.turn.computer" : "web.turn.side", { side });
    return {
      kind: "plain",
      content: you.length > 0 ? moves : `${openSaid(session, kind)} ${moves}`.trim(),
      buttons: computer && you.length > 0 ? [roomForWhy()] : [],
    };
  }
  const against = view.players[other(view.turn)]?.kind === "engine";
  const buttons = against ? [reasonsOf(session, kind) ?? roomForWhy()] : [];
  buttons.push(...accuseButtons(session));
  if (view.must.length > 0 && !view.huffing && preferences.help.value === "words") {
    const geometry = geometryOf(game);
    const pieces = kind.either(view.must.map(({ square }) => geometry.name(square, game.notation)));
    const sentence = kind.text("web.turn.must", { pieces });
    return { kind: "plain", content: sentence, buttons };
  }
  const passed = goesOnAsMan(session);
  if (passed) return { kind: "plain", content: passed, buttons };
  const text = you.length > 1 ? t("web.turn.side", { side }) : t("web.turn.you", { side });
  return { kind: "plain", content: text, buttons };
}

/** A man passed the crowning row in a capture and stayed a man: worth saying. */
function goesOnAsMan(session: Session): string {
  const view = session.view.value!;
  const game = session.game.value!;
  const { last } = view;
  if (game.crowning !== "at-rest" || !last || last.crowns || last.captures.length < 2) return "";
  const letter = view.board[last.target - 1];
  if (letter !== "w" && letter !== "b") return "";
  const geometry = geometryOf(game);
  const row = letter === "w" ? game.width - 1 : 0;
  const passed = last.route.slice(1, -1).find((square) => geometry.place(square)[1] === row);
  if (!passed) return "";
  return words(game.key).text("web.goes_on", { square: geometry.name(passed, game.notation) });
}
