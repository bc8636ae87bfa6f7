import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { factChecks } from "./attachments.ts";
import { expectSame } from "./same-bytes.ts";
import { describeFile } from "./samples.ts";
import { RARE_KINDS, shareKind } from "./special-files.ts";
import { askForDownload, requireDownloaded, type SharedFile } from "./transfer.ts";

/** The same checks for files of rarer kinds. Another check judges which ones a target accepts. */
export function rareKindChecks(): Check[] {
  const shared = once(shareRare);
  const facts = { operations: ["request-file-download"], fixtures: ["memberChannel"] };
  return [
    ...factChecks(shared, "a file of a rarer kind"),
    defineCheck(
      { ...facts, requirement: "files.download.succeeds", name: "files of special kinds are granted" },
      async (check) =>
        check.forEach(
          await shared(check),
          async (one, context) => {
            await context.eventually(async () =>
              expectAccepted(await askForDownload(context, one), `the download of ${one.file.fileName}`),
            );
            context.asserted();
          },
          { describe: ({ file }) => describeFile(file) },
        ),
    ),
    defineCheck(
      { ...facts, requirement: "files.flow.same-bytes", name: "files of special kinds are returned byte by byte" },
      async (check) =>
        check.forEach(
          await shared(check),
          async (one, context) => {
            const downloaded = await requireDownloaded(context, one);
            context.asserted();
            expectSame(downloaded, one.file, "the download");
          },
          { describe: ({ file }) => describeFile(file) },
        ),
    ),
  ];
}

/** Sends one message for each accepted kind, with the first of its media types that is accepted. */
async function shareRare(check: CheckContext): Promise<readonly SharedFile[]> {
  const channel = await check.reference("channel");
  const all: SharedFile[] = [];
  for (const kind of RARE_KINDS) {
    const one = await shareKind(check, kind, channel);
    if (one !== null) all.push(one);
  }
  if (all.length === 0) throw new NotApplicable("no file of a special kind is accepted");
  return all;
}
