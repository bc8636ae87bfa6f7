import { asObject, type Json } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { stringAt, valueAt } from "../../verifiers/read.ts";
import type { ShownResource } from "../../verifiers/same-resource.ts";
import { defineCheck } from "../define-check.ts";
import { requireEventually } from "../preconditions.ts";
import { burstOf } from "./burst.ts";
import { findMemories, listTasks, readMessages } from "./shown.ts";

/** A kind of resource: what was requested, and what is shown. */
interface Kind {
  readonly name: string;
  readonly creation: string;
  readonly reading: string;
  readonly fixtures: readonly string[];
  /** The field with the text. */
  readonly field: string;
  /** The requirement that resources of this kind are shown at all. */
  readonly blockedBy: string;
  made(check: CheckContext): Promise<readonly MadeThing[]>;
  /** Returns what is currently shown. */
  read(check: CheckContext): Promise<readonly ShownResource[]>;
}

/** A created resource, with its requested text and the response to its creation. */
interface MadeThing {
  readonly id: string;
  readonly text: Json;
  readonly response: Exchange;
}

const KINDS: readonly Kind[] = [
  {
    name: "tasks",
    creation: "create-task",
    reading: "list-tasks",
    fixtures: [],
    field: "title",
    blockedBy: "tasks.list.text-title",
    async made(check) {
      const { burst, last } = await burstOf(check.context).tasks(check);
      return [...burst, last].map(({ id, requested, response }) => ({ id, text: requested.title ?? null, response }));
    },
    read: listTasks,
  },
  {
    name: "messages",
    creation: "send-message",
    reading: "get-messages",
    fixtures: ["memberChannel"],
    field: "content",
    blockedBy: "messages.send.readable",
    async made(check) {
      const { burst, last } = await burstOf(check.context).messages(check);
      return [...burst, last].map(({ id, content, response }) => ({ id, text: content, response }));
    },
    read: readMessages,
  },
  {
    name: "memories",
    creation: "remember",
    reading: "search-memories",
    fixtures: [],
    field: "content",
    blockedBy: "memories.remember.found",
    async made(check) {
      const { burst, last } = await burstOf(check.context).memories(check);
      return [...burst, last].map(({ id, asked, response }) => ({ id, text: asked.content ?? null, response }));
    },
    read: findMemories,
  },
];

/** Concurrent writers: each gets its own resource with its own content. */
export function writerChecks(): Check[] {
  return [...KINDS.flatMap((kind) => [ids(kind), keptApart(kind)]), uploadIds()];
}

function ids({ name, creation, fixtures, made }: Kind): Check {
  return defineCheck(
    {
      requirement: "consistency.unique-ids",
      name: `${name} created at the same time have different ids`,
      operations: [creation],
      fixtures,
    },
    async (check) => {
      // One more of the kind, so that there are at least two.
      const other = stringAt((await check.baseline(creation)).exchange, "/data/id");
      expectDistinct(check, [...(await made(check)).map(({ id }) => id), other], name);
    },
  );
}

function uploadIds(): Check {
  return defineCheck(
    {
      requirement: "consistency.unique-ids",
      name: "uploads requested at the same time have different ids",
      operations: ["request-file-upload"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const uploads = await burstOf(check.context).uploads(check);
      expectDistinct(
        check,
        uploads.map((exchange) => stringAt(exchange, "/data/attachmentId")),
        "uploads",
      );
    },
  );
}

function expectDistinct(check: CheckContext, made: readonly string[], name: string): void {
  check.asserted();
  const repeated = made.find((id, index) => made.indexOf(id) !== index);
  expectThat(repeated === undefined, {
    message: `${name} that different requests created must have different ids`,
    expected: `${made.length} ids`,
    actual: `${new Set(made).size}: ${repeated} more than once`,
    keyword: "repeated",
  });
}

/** An accepted creation must be shown with its id and its requested content. */
function keptApart({ name, creation, reading, fixtures, field, made, read, blockedBy }: Kind): Check {
  return defineCheck(
    {
      requirement: "consistency.concurrent-writers",
      name: `${name} created at the same time are all present, each as requested`,
      operations: [creation, reading],
      fixtures,
    },
    async (check) => {
      const wanted = await made(check);
      let first: readonly ShownResource[] | null = await requireAnyShown(check, wanted, { read, blockedBy });
      const missing = (views: readonly ShownResource[]) =>
        wanted.find(({ id, text }) => !views.some(({ value }) => value.id === id && value[field] === text));
      let mixed: { readonly lost: MadeThing; readonly text: Json | undefined } | null = null;
      await check.eventually(async () => {
        const views = first ?? (await read(check));
        first = null;
        const lost = missing(views);
        const there = views.find(({ value }) => value.id === lost?.id)?.value;
        // The text of its response if it is not shown. A text of another resource is an error that no waiting repairs.
        const text = there?.[field] ?? (lost && valueAt(lost.response, `/data/${field}`));
        if (lost && isAskedOfAnother(check, creation, { field, own: lost.text, text })) mixed = { lost, text };
        else
          expectThat(lost === undefined, {
            message: `of ${wanted.length} ${name} created at the same time, each must be present with its own ${field}`,
            expected: `${lost?.id} with ${JSON.stringify(lost?.text)}`,
            actual: there ? `it has ${JSON.stringify(there[field])}` : "it is not there",
            keyword: there ? "mixed" : "lost",
          });
      });
      expectNotMixed(mixed, name, field);
      check.asserted(wanted.length);
    },
  );
}

/** Returns true if another resource of the run was requested with this text. */
function isAskedOfAnother(
  check: CheckContext,
  creation: string,
  { field, own, text }: { readonly field: string; readonly own: Json; readonly text: Json | undefined },
): boolean {
  return text !== own && check.history(creation).some(({ input }) => asObject(input.body)[field] === text);
}

function expectNotMixed(
  mixed: { readonly lost: MadeThing; readonly text: Json | undefined } | null,
  name: string,
  field: string,
): void {
  expectThat(mixed === null, {
    message: `of ${name} created at the same time none must have the ${field} of another`,
    expected: `${mixed?.lost.id} with ${JSON.stringify(mixed?.lost.text)}`,
    actual: `it has ${JSON.stringify(mixed?.text)}, which another was asked for`,
    keyword: "of-another",
  });
}

/** Throws `Inconclusive` if nothing of the run is shown: then concurrent writers are not the cause. */
async function requireAnyShown(
  check: CheckContext,
  wanted: readonly { readonly id: string }[],
  { read, blockedBy }: Pick<Kind, "read" | "blockedBy">,
): Promise<readonly ShownResource[]> {
  return requireEventually(check, blockedBy, async () => {
    const views = await read(check);
    expectThat(
      views.some(({ value }) => wanted.some(({ id }) => id === value.id)),
      { message: "nothing that was created is shown", expected: "some of it", actual: "nothing", keyword: "missing" },
    );
    return views;
  });
}
