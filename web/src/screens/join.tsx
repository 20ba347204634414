/** Redeeming an invitation: the code comes in the fragment, and leaves the address at once. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CodeForm } from "../parts/code-form";
import { server } from "../net/server";
import { href, replace, type Route } from "../state/route";
import { t } from "../text/language";
import { sentenceOf } from "./home/begin";
import { Page } from "./page";

export function JoinScreen({ route }: { readonly route: Route }): JSX.Element {
  const code = route.screen === "join" ? route.code : "";
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    if (!code) return;
    server
      .join(code)
      .then((begun) => replace("g", begun.game))
      .catch((error) => setProblem(sentenceOf(error)));
  }, [code]);
  return (
    <Page title={t("web.join")}>
      <section class="panel">
        <p role="status">{problem || t(code ? "web.join.wait" : "web.join.type")}</p>
        {(problem || !code) && <CodeForm tried={code} />}
        {problem && (
          <a class="button main" href={href()}>
            {t("web.home")}
          </a>
        )}
      </section>
    </Page>
  );
}
