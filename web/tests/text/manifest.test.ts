import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const publicFolder = fileURLToPath(new URL("../../public", import.meta.url));

interface Manifest {
  readonly lang: string;
  readonly description: string;
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[];
  readonly icons: readonly { readonly src: string }[];
  readonly screenshots: readonly { readonly src: string; readonly sizes: string }[];
}

function manifest(name: string): Manifest {
  return JSON.parse(readFileSync(`${publicFolder}/${name}`, "utf8")) as Manifest;
}

it("installs the same app in both languages", () => {
  const english = manifest("manifest.webmanifest");
  const german = manifest("manifest.de.webmanifest");
  expect([english.lang, german.lang]).toEqual(["en", "de"]);
  // What is said differs, and nothing else.
  const withoutWords = (given: Manifest): unknown => ({
    ...given,
    lang: "",
    description: "",
    shortcuts: given.shortcuts.map((shortcut) => ({ ...shortcut, name: "" })),
  });
  expect(withoutWords(german)).toEqual(withoutWords(english));
  expect(german.description).not.toBe(english.description);
  german.shortcuts.forEach(({ name }, n) => expect(name).not.toBe(english.shortcuts[n]!.name));
});

it("names pictures that there are, in the size that they have", () => {
  const { icons, screenshots } = manifest("manifest.webmanifest");
  for (const { src } of [...icons, ...screenshots])
    expect(existsSync(publicFolder + src)).toBe(true);
  for (const { src, sizes } of screenshots) {
    const file = readFileSync(publicFolder + src);
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes);
  }
});
