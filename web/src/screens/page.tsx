/** The frame of every screen that is not a game: a way back, a title, what it is about. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTitle } from "../parts/use-title";
import { Icon } from "../parts/icon";
import { href } from "../state/route";
import { t } from "../text/language";

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly wide?: boolean;
  readonly up?: string;
}

export function Page({ title, children, wide, up }: Props): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <main class={wide ? "page wide" : "page"}>
      <header class="top">
        <a class="plain round" href={up ?? href()} aria-label={t("web.back")}>
          <Icon name="back" />
        </a>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      {children}
    </main>
  );
}
