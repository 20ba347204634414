/** Courses: which there are and how far one is, or one step of one of them. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../parts/icon";
import { Problem } from "../../parts/problem";
import { href, type Route } from "../../state/route";
import { t, type Key } from "../../text/language";
import { Page } from "../page";
import { courses, standing, stepsDone, type Course } from "./course";
import { StepScreen } from "./step";

export function CoursesScreen({ route }: { readonly route: Route }): JSX.Element {
  const { course: wanted, step } = route as Extract<Route, { screen: "courses" }>;
  const [all, setAll] = useState<readonly Course[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    courses().then(setAll, () => setFailed(true));
  }, []);
  const course = all?.find(({ id }) => id === wanted);
  if (course) return <StepScreen key={`${wanted}/${step}`} course={course} at={step} />;
  return (
    <Page title={t("web.courses")}>
      <Problem>{failed && t("web.no_server")}</Problem>
      <p>{t("web.courses.note")}</p>
      <nav class="rivals course-list" aria-label={t("web.courses")}>
        <a class="button rival" href={href("learn")}>
          <Icon name="play" />
          <strong>{t("web.learn")}</strong>
        </a>
        {all?.map((each) => (
          <Entry key={each.id} course={each} />
        ))}
        <a class="button rival" href={href("puzzles", "", "openings")}>
          <Icon name="learn" />
          <strong>{t("web.puzzles.openings")}</strong>
        </a>
      </nav>
    </Page>
  );
}

function Entry({ course }: { readonly course: Course }): JSX.Element {
  const { id, steps } = course;
  const finished = stepsDone(course);
  return (
    <a class="button rival" href={href("courses", id, `${standing(course)}`)}>
      <Icon name={finished === steps.length ? "check" : "learn"} />
      <span>
        <strong>{t(`web.course.${id}` as Key)}</strong>
        <small>{t("web.course.progress", { done: finished, n: steps.length })}</small>
      </span>
    </a>
  );
}
