import fc from "fast-check";
import { expect, test } from "vitest";
import { formatOperatorError, OperatorError } from "../../spec/operator-error.ts";
import { startFake } from "../testing.ts";
import type { SeedData } from "./seed-data.ts";
import { readSeedFile } from "./seed-file.ts";
import { SMALL } from "./testing/small-seed.ts";
import { writtenSeed } from "./testing/written-seed.ts";

/** The error that a seed file meets, as people see it. */
async function errorOf(text: string): Promise<string> {
  try {
    await (await startFake({ seedFiles: [writtenSeed(text)] })).close();
  } catch (error) {
    if (error instanceof OperatorError) return formatOperatorError(error);
    throw error;
  }
  return "";
}

const HEAD =
  "agents:\n  builder: { key: wak_b }\n  helper:\nusers: { robin: }\nchannels: { general: { members: [builder] } }\nscopes: { team: { write: [builder] } }\n";

test.each([
  ["channels: {}", /^SEED-MISSING-KEY: [\s\S]*"agents"/],
  ["agents: { a: { kye: x } }", /^SEED-UNKNOWN-KEY: [\s\S]*line 1, agents.a.kye[\s\S]*"key"/],
  ["agents: { 'a b': }", /^SEED-VALUE: [\s\S]*"a b"[\s\S]*a name of at most 80/],
  ["agents: { __proto__: { key: x } }", /^SEED-VALUE: [\s\S]*"__proto__"/],
  ["agents: { a: { key: x }, b: { key: x } }", /"x" is the key of another agent/],
  [
    `${HEAD}messages:\n  - { channel: genral, from: builder, content: x }`,
    /^SEED-NAME: [\s\S]*line 8, messages.0.channel: there is no channel "genral"; the nearest is "general"/,
  ],
  [`${HEAD}messages:\n  - { channel: team, from: builder, content: x }`, /"team" is a scope, not a channel/],
  [`${HEAD}tasks:\n  - { id: general, title: x }`, /"general" is the name of a channel already/],
  [`${HEAD}tasks:\n  - { title: x, status: doen }`, /^SEED-VALUE: [\s\S]*"doen"[\s\S]*Did you mean "done"/],
  [
    `${HEAD}messages:\n  - { channel: general, from: helper, content: x }`,
    /^SEED-RULE: [\s\S]*line 8, messages.0: The agent is not a member of channel general/,
  ],
  [`${HEAD}memories:\n  - { scope: team, by: helper, content: x }`, /^SEED-RULE: [\s\S]*lacks CAN_WRITE on scope team/],
  [
    `${HEAD}messages:\n  - { id: a, channel: general, from: builder, content: x, thread: b, ago: 2h }\n  - { id: b, channel: general, from: builder, content: y }`,
    /^SEED-RULE: [\s\S]*There is no message b/,
  ],
  [`${HEAD}messages:\n  - { channel: general, from: builder, content: x, ago: soon }`, /a time ago, such as 90s/],
  [
    `${HEAD}messages:\n  - { channel: general, from: builder, content: x, ago: 2h, needsHuman: y, resolved: 3h }`,
    /^SEED-RULE: [\s\S]*line 8, messages.0.resolved: It happens before what it changes is created/,
  ],
  [`${HEAD}messages:\n  - { channel: general, from: builder, content: x, resolved: 0s }`, /was not flagged/],
  [`${HEAD}tasks:\n  - { title: x, moves: [{ status: done, ago: 0s, reason: y }] }`, /becomes done has no reason/],
  [`${HEAD}tasks:\n  - { title: x, moves: [{ status: done, ago: 0s, by: robin }] }`, /"robin" is a user, not an agent/],
  [`${HEAD}tasks:\n  - { title: x, due: later }`, /a time from now, such as 2h/],
  ["reference: extended\nworkspace: { name: x }\nagents: { a: }", /has a name already/],
  ["reference: some\nagents: { a: }", /^SEED-VALUE: [\s\S]*"some"/],
  ["agents: &a { b: *a }", /^SEED-SYNTAX/],
  ["[".repeat(10_000), /^SEED-SYNTAX/],
  ["- 1", /^SEED-VALUE/],
])("rejects %j", async (text, message) => {
  expect(await errorOf(text)).toMatch(message);
});

test("a key that is taken, and a file that is not there, are operator errors", async () => {
  const seedData: SeedData = { agents: { a: { key: "wak_taken" } } };
  await expect(startFake({ seedData, apiKey: "wak_taken" })).rejects.toMatchObject({ code: "SEED-KEY" });
  await expect(startFake({ seedFiles: ["none.yaml"] })).rejects.toMatchObject({ code: "SEED-UNREADABLE" });
});

const PARTS =
  "agents users channels scopes messages tasks memories workspace ids reference id key owner members read write channel from content thread needsHuman files name mimeType ago title by assignee parent comments body mentions scope kind status supersedes related tags metadata builder general team __proto__ constructor".split(
    " ",
  );
const junk = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(
      "builder",
      "general",
      "team",
      "hello",
      "robin",
      null,
      1,
      true,
      "2h",
      "generated",
      [],
      {},
      "\ud800",
      "",
    ),
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...PARTS), tie("value"), { noNullPrototype: true }),
    fc.array(tie("value")),
  ),
})).value;

test("whatever is given for a seed is either taken, and then serves, or rejected by an operator error", async () => {
  const sound = JSON.parse(
    JSON.stringify({ ...SMALL, tasks: [{ title: "x" }], memories: [], scopes: { team: { write: ["builder"] } } }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...PARTS), junk), { minLength: 1, maxLength: 2 }),
      async (changes) => {
        const seedData = {
          ...sound,
          ...Object.fromEntries(changes.filter(([name]) => name in sound || name === "messages")),
        };
        try {
          const fake = await startFake({ seedData });
          expect((await fake.get("list-tasks")).status).toBe(200);
          await fake.close();
        } catch (error) {
          expect(error).toBeInstanceOf(OperatorError);
        }
      },
    ),
    { seed: 20, numRuns: 150 },
  );
});

test("whatever text a file holds is either taken or rejected by an operator error", () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...PARTS.map((part) => `${part}: `),
      "\n",
      "  - ",
      "{",
      "}",
      "[",
      "]",
      "&a ",
      "*a",
      "? ",
      "|",
      ">",
      '"',
      "---\n",
      "\t",
      "\0",
    ),
    fc.string({ unit: "binary", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      try {
        readSeedFile("seed.yaml", writtenSeed(parts.join("")));
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
      }
    }),
    { seed: 20, numRuns: 300 },
  );
});

/** The lines of the error for a seed, without its title. */
async function mistakesOf(text: string): Promise<readonly string[]> {
  const error = await startFake({ seedFiles: [writtenSeed(text)] }).catch((failed: unknown) => failed);
  if (!(error instanceof OperatorError)) throw error;
  return error.message.split("\n").slice(1);
}

test("names all mistakes of a file at once: of shape, of names, of keys", async () => {
  const lines = await mistakesOf(`
agents:
  builder: { key: wak_one, ownr: helper }
  helper: { key: wak_two }
  second: { key: wak_two }
channels:
  general: { members: [bilder] }
messages:
  - { id: hello, channel: genral, from: builder, content: 12 }
  - { id: hello, channel: general, from: builder, content: Again }
  - { channel: genral, from: builder, content: Hi, thread: hello }
tasks: none
memories:
  - { scope: general, content: x }
`);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}line 3, agents.builder.ownr: .*did you mean "owner"/),
    expect.stringMatching(/^ {2}line 9, messages.0.content: 12 is not valid/),
    expect.stringMatching(/^ {2}line 12, tasks: "none" is not valid/),
    expect.stringMatching(/^ {2}line 10, messages.1.id: "hello" is the name of a message already/),
    expect.stringMatching(/^ {2}line 5, agents.second.key: .* is the key of another agent already/),
    expect.stringMatching(
      /^ {2}line 7, channels.general.members.0: there is no agent "bilder"; the nearest is "builder"/,
    ),
    expect.stringMatching(/^ {2}line 11, messages.2.channel: there is no channel "genral"; the nearest is "general"/),
    expect.stringMatching(/^ {2}line 14, memories.0.scope: "general" is a channel, not a scope/),
  ]);
});

test("names all that the API would not allow, without what fails only because something else did", async () => {
  const lines = await mistakesOf(`
agents:
  builder: {}
  helper: {}
channels:
  secret: { members: [helper] }
scopes:
  team: { read: [builder] }
messages:
  - { id: plan, channel: secret, from: builder, content: Not mine }
  - { channel: secret, from: helper, content: Answered, thread: plan }
memories:
  - { scope: team, by: builder, content: x }
`);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}line 10, messages.0: The agent is no(?:t a)? member/),
    expect.stringMatching(/^ {2}line 13, memories.0: The agent lacks CAN_WRITE/),
  ]);
});
