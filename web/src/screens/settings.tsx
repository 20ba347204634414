/** What this device remembers of how its user wants things. */

import type { JSX } from "preact";
import spoken from "../generated/languages.json";
import type { Me } from "../generated/messages";
import { useEffect, useState } from "preact/hooks";
import { FAMILIES, type Family } from "../board/pieces";
import { THEMES, type Theme } from "../board/themes";
import { gameOf } from "../game/variants";
import { Choices, Switch } from "../parts/choices";
import { StillBoard } from "../parts/still-board";
import { server } from "../net/server";
import { sound } from "../sounds/events";
import { scheme, theme } from "../state/looks";
import { preferences as set } from "../state/preferences";
import { href } from "../state/route";
import { language, t } from "../text/language";
import { playerName } from "../text/names";
import { sentenceOf } from "./home/begin";
import { Page } from "./page";

export function SettingsScreen(): JSX.Element {
  const { percent } = spoken[language.value];
  return (
    <Page title={t("web.settings")}>
      <Looks />
      <Playing />
      <section class="panel">
        <Choices
          legend={t("web.settings.language")}
          value={language.value}
          options={Object.entries(spoken).map(([code, { name }]) => [code, name])}
          change={(value) => (set.language.value = value)}
        />
        {percent < 100 && <p class="note">{t("web.settings.language.partly", { percent })}</p>}
        <Name />
        <Documentation />
      </section>
    </Page>
  );
}

/** The themes that are chosen; the one of strong contrast comes by itself. */
const SWATCHED = THEMES.filter((theme) => theme !== "contrast");

interface SwatchProps {
  readonly theme: Theme;
  readonly pieces: Family;
  /** Whether kings are shown, too. */
  readonly kings?: boolean;
}

/** A corner of a board: what a theme or a family of pieces looks like. */
function Swatch({ theme: name, pieces, kings = false }: SwatchProps): JSX.Element {
  return (
    <span class={kings ? "swatch wide" : "swatch"} aria-hidden="true">
      <draughts-board
        width={8}
        theme={name}
        scheme={scheme.value}
        pieces={pieces}
        position={(kings ? "wbeeWB" : "weeeb").padEnd(32, "e")}
        static
      />
    </span>
  );
}

/** How the board and the page look. */
function Looks(): JSX.Element {
  const game = gameOf(set.game.value);
  const contrast = scheme.value === "contrast";
  return (
    <section class="panel">
      <div class="sample">
        <StillBoard
          game={game}
          letters={game.start}
          label={t("web.settings.theme")}
          coordinates={set.coordinates.value}
        />
      </div>
      <Choices
        legend={t("web.settings.theme")}
        // With strong contrast the board has colours of its own.
        value={contrast ? null : set.theme.value}
        options={SWATCHED.map((theme) => [theme, t(`web.theme.${theme}`)])}
        picture={(theme) => <Swatch theme={theme} pieces={set.pieces.value} />}
        change={(value) => (set.theme.value = value)}
      />
      {contrast && <small class="quiet">{t("web.settings.theme.contrast")}</small>}
      <Choices
        legend={t("web.settings.scheme")}
        value={set.scheme.value}
        options={[
          ["auto", t("web.scheme.auto")],
          ["light", t("web.scheme.light")],
          ["dark", t("web.scheme.dark")],
          ["contrast", t("web.scheme.contrast")],
        ]}
        change={(value) => (set.scheme.value = value)}
      />
      <Choices
        legend={t("web.settings.pieces")}
        value={set.pieces.value}
        options={FAMILIES.map((family) => [family, t(`web.pieces.${family}`)])}
        picture={(family) => <Swatch theme={theme.value} pieces={family} kings />}
        change={(value) => (set.pieces.value = value)}
      />
      <CoordinateChoice numeric={game.notation === "numeric"} />
      <SizeAndSpeed />
    </section>
  );
}

/** How large boards are, and how fast pieces move on them. */
function SizeAndSpeed(): JSX.Element {
  return (
    <>
      <Choices
        legend={t("web.settings.size")}
        note={t("web.settings.size.note")}
        value={set.size.value}
        options={(["full", "medium", "small"] as const).map((size) => [
          size,
          t(`web.size.${size}`),
        ])}
        change={(value) => (set.size.value = value)}
      />
      <Choices
        legend={t("web.settings.speed")}
        value={set.speed.value}
        options={(["off", "fast", "normal", "slow"] as const).map((speed) => [
          speed,
          t(`web.speed.${speed}`),
        ])}
        change={(value) => (set.speed.value = value)}
      />
    </>
  );
}

/** Where coordinates stand: numbers may in all squares, letters only beside the board. */
function CoordinateChoice({ numeric }: { readonly numeric: boolean }): JSX.Element {
  const { value } = set.coordinates;
  const options = [
    ["squares", t("web.coordinates.squares")],
    ["edge", t("web.coordinates.edge")],
    ["none", t("web.coordinates.none")],
  ] as const;
  return (
    <Choices
      legend={t("web.settings.coordinates")}
      value={!numeric && value === "squares" ? "edge" : value}
      options={numeric ? options : options.slice(1)}
      change={(value) => (set.coordinates.value = value)}
    />
  );
}

/** How a game is played and heard here. */
function Playing(): JSX.Element {
  return (
    <section class="panel">
      <Choices
        legend={t("web.settings.help")}
        value={set.help.value}
        options={[
          ["off", t("web.settings.help.off")],
          ["rings", t("web.settings.help.rings")],
          ["words", t("web.settings.help.words")],
        ]}
        change={(value) => (set.help.value = value)}
      />
      <Choices
        legend={t("web.settings.auto")}
        value={set.auto.value}
        options={[
          ["off", t("web.auto.off")],
          ["captures", t("web.auto.captures")],
          ["always", t("web.auto.always")],
        ]}
        change={(value) => (set.auto.value = value)}
      />
      <Switch
        label={t("web.settings.turning")}
        on={set.turning.value}
        change={(on) => (set.turning.value = on)}
      />
      <Switch
        label={t("web.settings.noticing")}
        note={t("web.settings.noticing.note")}
        on={set.noticing.value}
        change={(on) => (set.noticing.value = on)}
      />
      <Switch
        label={t("web.settings.child")}
        note={t("web.settings.child.note")}
        on={set.child.value}
        change={(on) => (set.child.value = on)}
      />
      <Switch
        label={t("web.settings.sound")}
        on={set.sound.value}
        change={(on) => (set.sound.value = on)}
      />
      {set.sound.value && <Volume />}
      <Switch
        label={t("web.settings.vibration")}
        on={set.vibration.value}
        change={(on) => (set.vibration.value = on)}
      />
    </section>
  );
}

/** How loud sounds are; each change is heard. */
function Volume(): JSX.Element {
  const name = t("web.settings.volume");
  return (
    <label class="level">
      <span>{name}</span>
      <input
        type="range"
        min={10}
        max={100}
        step={10}
        value={set.volume.value}
        aria-label={name}
        onInput={(event) => (set.volume.value = Number(event.currentTarget.value))}
        onChange={() => sound("move")}
      />
    </label>
  );
}

/** The name by which other players know the guest, and the way to an account. */
function Name(): JSX.Element {
  const [me, setMe] = useState<Me | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    server.me().then(setMe, (error: unknown) => setFailed(sentenceOf(error)));
  }, []);
  return (
    <>
      {!me?.account && <Rename name={me ? playerName(me.name) : ""} />}
      <p class="row">
        {me?.account && <strong>{me.name}</strong>}
        <a class="button" href={href("account")}>
          {t("web.account")}
        </a>
      </p>
      {failed && <small class="bad">{failed}</small>}
    </>
  );
}

/** The way to the documentation, where this server has it. */
function Documentation(): JSX.Element | null {
  const [served, setServed] = useState(false);
  useEffect(() => {
    fetch("/docs/", { method: "HEAD" }).then(
      (answer) => setServed(answer.ok),
      () => setServed(false),
    );
  }, []);
  return served ? (
    <p class="row">
      <a href="/docs/">{t("web.settings.docs")}</a>
    </p>
  ) : null;
}

/** The name of a guest, as it is or as it is to be. */
function Rename({ name: known }: { readonly name: string }): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  const [state, setState] = useState<{ saved: boolean; failed: string }>(UNCHANGED);
  const save = async (): Promise<void> => {
    try {
      const me = await server.rename((typed ?? known).trim());
      setTyped(playerName(me.name));
      setState({ saved: true, failed: "" });
    } catch (error) {
      setState({ saved: false, failed: sentenceOf(error) });
    }
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label class="field">
        {t("web.settings.name")}
        <input
          type="text"
          value={typed ?? known}
          maxLength={40}
          required
          autocomplete="off"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setState(UNCHANGED);
          }}
        />
      </label>
      <button type="submit">{t(state.saved ? "web.saved" : "web.save")}</button>
      {state.failed && (
        <small class="bad" role="alert">
          {state.failed}
        </small>
      )}
    </form>
  );
}

const UNCHANGED = { saved: false, failed: "" };
