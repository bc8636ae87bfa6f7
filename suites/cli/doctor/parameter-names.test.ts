import { expect, test } from "vitest";
import type { Json } from "../../../spec/json.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { loadContract } from "../../engine/contract.ts";
import { loadTarget } from "../../target/load.ts";
import type { Answer, Asker } from "./asker.ts";
import { checkParameterNames } from "./parameter-names.ts";

const { target } = loadTarget({ baseUrl: "http://127.0.0.1:9", apiKey: "key", env: {} });
const { document } = await loadContract(target);

const answer = (rest: Partial<Answer>): Answer => ({
  status: 200,
  problem: null,
  isEnvelope: true,
  data: null,
  code: null,
  message: null,
  headers: {},
  durationMs: 1,
  at: 0,
  ...rest,
});

/** A target's answer by the names that it is asked with; both questions of a pair come with one and the same value. */
async function statesOf(respond: (names: readonly string[], role: string) => Partial<Answer>, fixtures: Fixtures = {}) {
  const asker: Asker = {
    baseUrl: "https://host",
    answers: [],
    close: async () => {},
    ask: async (_operation, { parameters = {}, names = {} } = {}) => {
      const [role = ""] = Object.keys(parameters);
      return answer(
        respond(
          Object.keys(parameters).map((one) => names[one] ?? one),
          role,
        ),
      );
    },
  };
  const found = await checkParameterNames(asker, document, { ...target, fixtures });
  return new Map(found.map(({ operation, role, state }) => [`${operation} ${role}`, state]));
}

const THINGS: Json = [{ id: "1" }, { id: "2" }];

test("a name is known where it changes the response", async () => {
  const states = await statesOf((names) => ({ data: names.includes("status") ? [] : THINGS }));
  expect(states.get("list-tasks status")).toBe("ok");
  expect(states.get("list-tasks priority")).toBe("wrong");
});

test("a name is known where its value is rejected and a made-up name is not", async () => {
  const states = await statesOf((names) => (names.includes("priority") ? { status: 400 } : { data: THINGS }));
  expect(states.get("list-tasks priority")).toBe("ok");
});

test("a rejection in the words for any unknown name says that the name is not known", async () => {
  const known = ["status"];
  const states = await statesOf((names) => {
    const stranger = names.find((name) => !known.includes(name));
    return { status: 400, code: "invalid_input", message: stranger ? `no ${stranger} here` : "no such status" };
  });
  expect(states.get("list-tasks status")).toBe("ok");
  expect(states.get("list-tasks priority")).toBe("wrong");
});

test("a rejection of the channel is not a fault of the names next to it", async () => {
  const states = await statesOf(() => ({ status: 404, code: "not_found" }), { memberChannel: "wrong" });
  expect(states.get("get-messages limit")).toBe("unclear");
  expect(states.get("list-tasks priority")).toBe("wrong");
});

test("says nothing for certain where nothing is there, or nothing responds", async () => {
  const empty = await statesOf(() => ({ data: [] }));
  const one = await statesOf(() => ({ data: { hits: [{ id: "1" }] } }));
  const silent = await statesOf(() => ({ status: 0, problem: "ECONNRESET" }));
  const busy = await statesOf(() => ({ status: 429 }));
  expect(new Set([...empty.values(), ...silent.values(), ...busy.values()])).toEqual(new Set(["unclear"]));
  expect(one.get("search-memories limit")).toBe("unclear");
});

test("a token is not used up, and a listing that needs a channel is not asked without one", async () => {
  const states = await statesOf(() => ({ data: THINGS }));
  expect([...states.keys()].filter((name) => /verify-connection|get-messages limit|attachment/.test(name))).toEqual([]);
});

test("the channel of a download is asked for with an attachment, and is in doubt where that is rejected first", async () => {
  const both = (names: readonly string[]) => ["channel", "attachment"].every((name) => names.includes(name));
  const known = await statesOf((names) =>
    both(names) ? { status: 404 } : { status: 400, message: "both are required" },
  );
  expect(known.get("request-file-download channel")).toBe("ok");
  const first = await statesOf(() => ({ status: 404 }));
  expect(first.get("request-file-download channel")).toBe("unclear");
});
