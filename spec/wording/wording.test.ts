import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path/posix";
import { expect, test } from "vitest";
import { packageFile } from "../package-root.ts";
import { isExcepted, readTerms, type Term } from "./terms.ts";
import { type Text, textsOf } from "./texts-of.ts";

const FOLDERS = ["spec", "generators", "fake", "suites", "reports", ".github", ".ci"];
/** The list itself, pages that commands write from measurements, and programs in the words of generated clients. */
const EXEMPT = ["spec/wording/", "reports/mutation-", "spec/clients.md", "suites/clients/flows/"];
const { texts, names } = readTerms();

const files = [
  ...readdirSync(packageFile()).filter((name) => name.endsWith(".md")),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(packageFile(folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  ),
].filter((name) => /\.(ts|mjs|md|ya?ml|json)$/.test(name) && !EXEMPT.some((start) => name.startsWith(start)));
const sources = files.map((file) => ({ file, source: readFileSync(packageFile(file), "utf8") }));
const read = sources.map(({ file, source }) => ({
  file,
  texts: /\.(ts|mjs)$/.test(file) ? textsOf(source) : [{ line: 1, text: source }],
}));

/** Places that have the term: `file:line: the line`. */
function placesOf(term: Term, within: readonly { file: string; texts: readonly Text[] }[]): readonly string[] {
  const pattern = new RegExp(`(?<![\\w.-])(?:${term.term})(?![\\w-])`, "gi");
  return within.flatMap(({ file, texts: all }) =>
    isExcepted(term, file)
      ? []
      : all.flatMap(({ line, text }) =>
          [...text.matchAll(pattern)].map(({ 0: found, index }) => {
            const at = line + text.slice(0, index).split("\n").length - 1;
            return `${file}:${at}: "${found}": write ${term.write}`;
          }),
        ),
  );
}

test("reads the files of all folders", () => {
  expect(files.length).toBeGreaterThan(1500);
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "spec/openapi.yaml", "fake/README.md", "suites/cli/main.ts"]),
  );
});

test("no text has a term of the list", () => {
  expect(texts.flatMap((term) => placesOf(term, read))).toEqual([]);
});

test("no file and no exported name has a name of the list", () => {
  const exported = sources.flatMap(({ file, source }) => [
    { file, name: basename(file).replace(/(\.(test|suite))*\.\w+$/, "") },
    ...file
      .split("/")
      .slice(0, -1)
      .map((name) => ({ file, name })),
    ...[
      ...source.matchAll(/^export (?:async )?(?:abstract )?(?:function|const|class|interface|type|enum) (\w+)/gm),
    ].map(([, name = ""]) => ({ file, name })),
  ]);
  const found = names.flatMap((term) =>
    exported
      .filter(({ file, name }) => new RegExp(`^(?:${term.term})$`).test(name) && !isExcepted(term, file))
      .map(({ file, name }) => `${file}: "${name}": write ${term.write}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

test("every exception is needed, and gives its reason", () => {
  for (const term of [...texts, ...names]) {
    for (const [start, reason] of Object.entries(term.except ?? {})) {
      expect(reason.length, `${term.term} in ${start}`).toBeGreaterThan(10);
      expect(
        sources.some(({ file, source }) => file.startsWith(start) && new RegExp(term.term, "i").test(file + source)),
      ).toBe(true);
    }
  }
});

test("finds a term in comments, strings and Markdown, and leaves names and single words alone", () => {
  const source = `// Stands there for good.\nconst refusal = "refusal"; /* a "refusal" */\nfail("the refusal", /a refusal/);\n`;
  expect(textsOf(source).map(({ line, text }) => [line, text])).toEqual([
    [1, "// Stands there for good."],
    [2, '/* a "refusal" */'],
    [3, '"the refusal"'],
    [3, "/a refusal/"],
  ]);
  const within = [{ file: "a.ts", texts: textsOf(source) }];
  expect(placesOf({ term: "refusals?", write: "rejection" }, within)).toHaveLength(3);
  expect(placesOf({ term: "for good", write: "permanently", except: { "a.": "an example of one" } }, within)).toEqual(
    [],
  );
});
