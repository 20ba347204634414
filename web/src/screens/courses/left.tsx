/** Courses that were begun and not finished, on the first screen: the next step is one tap away. */

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { href } from "../../state/route";
import { t, type Key } from "../../text/language";
import { courses, standing, stepsDone, type Course } from "./course";

export function CoursesLeft(): JSX.Element | null {
  const [all, setAll] = useState<readonly Course[]>([]);
  useEffect(() => {
    courses().then(setAll, () => {
      // Without a network they are found among the courses, with the reason.
    });
  }, []);
  const left = all.filter((course) => {
    const count = stepsDone(course);
    return count > 0 && count < course.steps.length;
  });
  if (left.length === 0) return null;
  return (
    <>
      <h2>{t("web.courses.left")}</h2>
      <ul class="list">
        {left.map((course) => (
          <li key={course.id}>
            <a href={href("courses", course.id, `${standing(course)}`)}>
              <span class="what">
                <strong>{t(`web.course.${course.id}` as Key)}</strong>
                <small>
                  {t("web.course.progress", { done: stepsDone(course), n: course.steps.length })}
                </small>
              </span>
              <span class="chip waits">{t("web.resume.course")}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
