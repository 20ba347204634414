/** Where the weights of each game are. */

import { unpack, type Fetched } from "./learning";

const WEIGHTS = import.meta.glob<string>("../generated/weights/*.weights", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Fetch the weights of a name; the service worker keeps them. */
export const fetchedWeights: Fetched = async (name) => {
  const answer = await fetch(WEIGHTS[`../generated/weights/${name}.weights`]!);
  if (!answer.ok) throw new Error(`the weights of ${name}: status ${answer.status}`);
  return unpack(await answer.blob());
};
