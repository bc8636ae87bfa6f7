import { jsonText } from "../../../spec/escape.ts";
import type { Json } from "../../../spec/json.ts";
import { createRedactor } from "../../client/redact.ts";
import { loadContract } from "../../engine/contract.ts";
import { rejectUnknownGaps } from "../../target/accepted-gaps.ts";
import { hasFixture, secretsOf } from "../../target/fixtures.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { type Command, NO_POSITIONALS } from "../core/command.ts";
import { EXIT_UNUSABLE } from "../core/failures.ts";
import { type Asker, createAsker } from "../doctor/asker.ts";
import { type Diagnosis, diagnosisText } from "../doctor/diagnosis-text.ts";
import { unchecked } from "../doctor/finding.ts";
import { FIXTURE_TABLE } from "../doctor/fixture-table.ts";
import { checkParameterNames } from "../doctor/parameter-names.ts";
import { checkService, measure } from "../doctor/service.ts";
import { unprovenOf } from "../doctor/unproven.ts";
import { exitOnInterrupt } from "../run/interrupts.ts";
import { openTarget, TARGET_OPTIONS } from "../run/target.ts";
import { withSetup } from "../setup/with-setup.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac doctor`. */
export const doctor: Command = {
  name: "doctor",
  summary: SUMMARIES.doctor,
  positionals: NO_POSITIONALS,
  options: [...TARGET_OPTIONS, { name: "json", text: "print JSON" }],
  examples: [
    ["wac doctor --target staging.yaml", "checks each fixture, and ranks the missing ones by what they would prove"],
    ["wac doctor --base-url https://staging.example.com/api", "checks that the service responds and accepts the key"],
  ],
  notes: [
    "Its own requests are read-only; the setup and teardown commands of the target file also run and may create resources.",
    "",
    "Exit status: 0 nothing wrong, 1 a fixture is wrong or a parameter name unknown, 2 no response, or the key is rejected.",
  ],
  async run(input, io) {
    const { target, close } = await openTarget(input, io);
    const stopListening = exitOnInterrupt(EXIT_UNUSABLE);
    try {
      const diagnosis = await withSetup(target, { io, signal: new AbortController().signal }, diagnose);
      io.out(input.flag("json") ? jsonText(diagnosis) : diagnosisText(diagnosis));
      if (diagnosis.service.problem !== null) return 2;
      return [...diagnosis.fixtures, ...diagnosis.names].some(({ state }) => state === "wrong") ? 1 : 0;
    } finally {
      stopListening();
      await close();
    }
  },
};

async function diagnose(target: ResolvedTarget): Promise<Diagnosis> {
  const { document, catalogue } = await loadContract(target);
  const requirements = catalogue.requirements.map(({ id }) => id);
  rejectUnknownGaps(target, requirements);
  const asker = createAsker(document, target);
  try {
    const service = await checkService(asker);
    const fixtures = service.problem === null ? await examine(asker, target) : [];
    const names = service.problem === null ? await checkParameterNames(asker, document, target) : [];
    // Without a response nothing can be run, whatever the fixtures.
    const unproven = service.problem === null ? await unprovenOf(target) : { gaps: [], beyondSmoke: [] };
    const seen = { service, measures: measure(asker.answers), fixtures, names };
    return { target: target.baseUrl, ...withoutSecrets(seen, target), ...unproven };
  } finally {
    await asker.close();
  }
}

/**
 * Masks keys in the diagnosis, since responses may contain the key that was sent. Names and states are ours, and a
 * short key may be part of one.
 */
function withoutSecrets<T extends Pick<Diagnosis, "measures">>(seen: T, target: ResolvedTarget): T {
  const redactor = createRedactor(secretsOf(target), () => true);
  const mask = (name: string, value: Json) =>
    typeof value === "string" && !OWN_WORDS.includes(name) ? redactor.text(value) : value;
  const masked = JSON.parse(JSON.stringify(seen), mask) as T;
  // Which headers there are is the target's word, too.
  const rateLimitHeaders = redactor.own({ ...seen.measures.rateLimitHeaders }) as Readonly<Record<string, string>>;
  return { ...masked, measures: { ...masked.measures, rateLimitHeaders } };
}

/** Members whose values are words of the diagnosis. */
const OWN_WORDS = ["state", "fixture", "operation", "role"];

async function examine(asker: Asker, { fixtures }: ResolvedTarget): Promise<Diagnosis["fixtures"]> {
  const found: Diagnosis["fixtures"][number][] = [];
  for (const { fixture, probe, unseen } of FIXTURE_TABLE) {
    if (!hasFixture(fixtures, fixture)) continue;
    const finding = probe === null ? unchecked(unseen ?? "") : await probe.look(asker, fixtures);
    found.push({ fixture, ...finding });
  }
  return found;
}
