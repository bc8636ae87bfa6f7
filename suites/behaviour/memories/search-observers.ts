import type { Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CaseContext, CheckContext, Observer } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { lagOf, type ObservedAnswer, openPointObserver, outcomeOf, someOrNo } from "../observe.ts";
import { remember, statusFilterOf } from "./claims.ts";
import { expectFound, idsOf, maxLimit, pageOf, type SearchInput, searchAll, searchPage } from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";

const SEARCH = { operations: ["search-memories"], writes: true } as const;

/** Observers of the open points of searches. */
export function searchObservers(memoryFixtures: MemoryFixtures): Observer[] {
  return [
    openPointObserver("search-memories.order", SEARCH, (check) => order(check, memoryFixtures)),
    openPointObserver("search-memories.last-cursor", SEARCH, (check) => lastCursor(check, memoryFixtures)),
    openPointObserver("search-memories.full-last-page", SEARCH, (check) => fullLastPage(check, memoryFixtures)),
    openPointObserver("search-memories.bad-cursor", SEARCH, async (check) =>
      observedOutcome(check, { cursor: check.context.mark }, "a made-up cursor"),
    ),
    openPointObserver("search-memories.cursor-alone", SEARCH, (check) => cursorAlone(check, memoryFixtures)),
    openPointObserver("search-memories.limit-above", SEARCH, limitAbove),
    openPointObserver("search-memories.tag-case", SEARCH, (check) => tagCase(check, memoryFixtures)),
    openPointObserver("search-memories.tags-form", SEARCH, (check) => tagsForm(check, memoryFixtures)),
    openPointObserver("search-memories.date-forms", SEARCH, dateForms),
    openPointObserver("search-memories.unknown-scope", { ...SEARCH, fixtures: ["scope"] }, unknownScope),
    openPointObserver("search-memories.lag", { ...SEARCH, operations: ["search-memories", "remember"] }, lag),
  ];
}

async function outcomeOfSearch(check: CaseContext, parameters: SearchInput): Promise<string> {
  const exchange = await check.call("search-memories", { parameters });
  requireResponse(exchange);
  return outcomeOf(exchange, () => `accepted, with ${someOrNo(pageOf(exchange).hits.length, "hits")}`);
}

async function observedOutcome(check: CaseContext, parameters: SearchInput, evidence: string): Promise<ObservedAnswer> {
  return { answer: await outcomeOfSearch(check, parameters), evidence };
}

async function order(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer | null> {
  const { base, word, members } = await memoryFixtures(check);
  const ids = idsOf(await searchAll(check, { ...base, text: word }));
  const times = ids.flatMap((id) => members.find(({ known }) => known.id === id)?.known.createdAt ?? []);
  // Equal times show no order.
  if (new Set(times).size < 2) return null;
  const isAscending = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? time));
  const isDescending = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
  const direction = isAscending ? "oldest first" : "by no order of creation";
  return { answer: isDescending ? "newest first" : direction, evidence: `${times.length} memories of the run` };
}

async function lastCursor(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer> {
  const { base, word } = await memoryFixtures(check);
  const { exchange } = await searchPage(check, { ...base, text: word, limit: maxLimit(check.context) ?? 50 });
  const cursor = valueAt(exchange, "/data/nextCursor");
  return {
    answer: cursor === undefined ? "absent" : JSON.stringify(cursor),
    evidence: "nextCursor of a page that holds all",
  };
}

async function fullLastPage(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer> {
  const { base, word, members } = await memoryFixtures(check);
  const page = await searchPage(check, { ...base, text: word, limit: members.length });
  return {
    answer: page.next === null ? "no cursor" : "a cursor",
    evidence: `a page of exactly ${members.length}, which are all`,
  };
}

async function cursorAlone(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer | null> {
  const { base, word, members } = await memoryFixtures(check);
  const { next } = await searchPage(check, { ...base, text: word, limit: 2 });
  if (next === null) return null;
  const exchange = await check.call("search-memories", { parameters: { cursor: next } });
  requireResponse(exchange);
  const memberIds = new Set(members.map(({ known }) => known.id));
  const isFiltered = () => pageOf(exchange).ids.every((id) => memberIds.has(id));
  const answer = outcomeOf(exchange, () => (isFiltered() ? "filters are kept" : "filters are dropped"));
  return { answer, evidence: "a cursor without the filters that it came with" };
}

async function limitAbove(check: CheckContext): Promise<ObservedAnswer | null> {
  const maximum = maxLimit(check.context);
  return maximum === undefined ? null : observedOutcome(check, { limit: maximum + 1 }, `a limit of ${maximum + 1}`);
}

async function tagCase(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer> {
  const { base, tag } = await memoryFixtures(check);
  const { hits } = await searchPage(check, { ...base, tags: [tag.toUpperCase()] });
  return { answer: hits.length === 0 ? "case-sensitive" : "case-insensitive", evidence: "a tag in capital letters" };
}

async function tagsForm(check: CheckContext, memoryFixtures: MemoryFixtures): Promise<ObservedAnswer> {
  const { base, tag, members } = await memoryFixtures(check);
  const other = members.find(({ known }) => known.tags.length > 1)?.known.tags.at(-1) ?? tag;
  const forms: readonly (readonly [string, Json])[] = [
    ["repeated", [tag, other]],
    ["one list with commas", [`${tag},${other}`]],
  ];
  const works: string[] = [];
  for (const [form, tags] of forms) {
    const exchange = await check.call("search-memories", { parameters: { ...base, tags } }, { asIs: true });
    if (statusOf(exchange) === 200 && pageOf(exchange).hits.length > 0) works.push(form);
  }
  return { answer: works.join(", ") || "neither form", evidence: "two tags that memories have, in each form" };
}

async function dateForms(check: CheckContext): Promise<ObservedAnswer> {
  const forms = ["2001-02-03", "2001-02-03T04:05:06", "2001-02-03T04:05Z", "20010203T040506Z", "981173106"];
  const answers: string[] = [];
  for (const form of forms) answers.push(`${form}: ${await outcomeOfSearch(check, { createdFrom: form, limit: 1 })}`);
  return { answer: answers.join("; "), evidence: "lower bounds in these forms" };
}

async function unknownScope(check: CheckContext): Promise<ObservedAnswer> {
  const scope = absentId(check.context.target.fixtures.scope ?? "", "scope");
  return observedOutcome(check, { scope }, "a scope that does not exist");
}

async function lag(check: CheckContext): Promise<ObservedAnswer> {
  const created = await remember(check, "waited for in a search");
  return lagOf(check, "polling after a claim", async () => {
    expectFound(
      await searchAll(check, { ...statusFilterOf(created), text: created.word }),
      created.id,
      "the memory is not found yet",
    );
  });
}
