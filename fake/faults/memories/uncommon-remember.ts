import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { answering, bodyMember, onSuccess, put, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import type { Shown } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { copyOf, invented, member } from "../tools.ts";

/** Faults of what is remembered, and of what an agent begins with, that show where one seldom looks: in some kinds, some metadata, a second scope. */
export const uncommonRememberFaults: readonly Fault[] = [
  fault(
    "org-of-decisions-differs",
    "memories.fields.org",
    "decisions name another organisation than other memories",
    ["remember"],
    () => ({
      rules: (before) => ({
        present: (what: Shown, thing: object, caller: Caller) => {
          const memory = copyOf(before.present(what, thing, caller) as object);
          return what === "Memory" && memory.kind === "decision" ? { ...memory, org_id: "another" } : memory;
        },
      }),
    }),
  ),
  fault(
    "bootstrap-without-decisions",
    "bootstrap.some-decisions",
    "there are never any decisions",
    ["bootstrap-context"],
    () => answering("bootstrap-context", "data.current_decisions", put([])),
  ),
  fault(
    "memory-starts-invalidated",
    "memories.remember.current",
    "a new memory has a time of invalidation",
    ["remember"],
    () =>
      onSuccess("remember", ({ body }) =>
        editAt(body, "data.invalidated_at", put(member(asObject(body).data ?? null, "created_at"))),
      ),
  ),
  fault(
    "memory-of-another-scope-again",
    "memories.remember.scope",
    "a claim that another scope has is answered with that memory",
    ["remember"],
    () => ({
      around: (call, next) => {
        const claim =
          call.operation === "remember" ? [bodyMember(call, "content"), bodyMember(call, "scope_id")] : null;
        const stored = [...(ownKey(call)?.workspace.memories.all() ?? [])];
        const known =
          claim && stored.find(({ memory, scopeId }) => memory.content === claim[0] && scopeId !== claim[1]);
        return known ? { ...invented(call, copyOf(known.memory)), headers: {} } : next();
      },
    }),
  ),
  ...[
    { id: "of-4-digits", title: "numbers in metadata keep three digits", edit: inThousandths },
    { id: "without-dollars", title: "names in metadata that begin with a dollar are dropped", edit: without(/^\$/) },
    {
      id: "without-ids",
      title: "members of metadata named id, _id or type are dropped",
      edit: without(/^(?:_?id|type)$/),
    },
  ].map(({ id, title, edit }) =>
    fault(`memory-metadata-${id}`, "memories.remember.metadata", title, ["remember"], () =>
      rules({ memories: { keptMetadata: (metadata) => edit(copyOf(metadata)) as JsonObject } }),
    ),
  ),
];

function inThousandths(value: Json): Json {
  return typeof value === "number" ? Math.round(value * 1000) / 1000 : inside(value, inThousandths);
}

/** Takes members of some names out of objects, at any depth. */
function without(name: RegExp): (value: Json) => Json {
  const edit = (value: Json): Json =>
    isObject(value)
      ? inside(Object.fromEntries(Object.entries(value).filter(([own]) => !name.test(own))), edit)
      : inside(value, edit);
  return edit;
}

function inside(value: Json, edit: (value: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(edit);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, edit(held)]));
}
