/** Answers of the server that come as lines of JSON, one after the other. */

import { RequestFailed } from "./failed";

/**
 * Post something, and yield the lines that answer it; throws `RequestFailed` where none do, with a
 * sentence in a language.
 */
export async function* linesFrom<T>(
  address: string,
  body: Blob | object,
  signal: AbortSignal,
  language = "",
): AsyncGenerator<T> {
  const file = body instanceof Blob;
  const answer = await fetch(address, {
    method: "POST",
    signal,
    headers: {
      "content-type": file ? "application/octet-stream" : "application/json",
      ...(language && { "accept-language": language }),
    },
    body: file ? body : JSON.stringify(body),
  });
  if (!answer.ok || !answer.body) {
    const said = (await answer.json().catch(() => null)) as { sentence?: string } | null;
    throw new RequestFailed(answer.status, said?.sentence ?? "");
  }
  yield* lines<T>(answer.body);
}

async function* lines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const whole = rest.split("\n");
    rest = whole.pop()!;
    for (const line of whole) if (line) yield JSON.parse(line) as T;
    if (done) return;
  }
}
