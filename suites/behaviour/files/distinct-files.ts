import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { requireResponse, urlAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { expectSameBytes, expectUrlLeadsToFile } from "./same-bytes.ts";
import { type SampleFile, sampleFile } from "./sample-files.ts";
import { fetchSigned, requireDownload, shareFiles } from "./transfer.ts";

const FIELDS = { operations: ["request-file-download", "send-message"], fixtures: ["memberChannel"] };

/** Checks that files with the same bytes are distinct, and of long names and names with URL characters. */
export function distinctFileChecks(): Check[] {
  return [sameBytesUnderTwoNames(), longName(), namesWithUrlCharacters()];
}

/** A store may keep identical bytes once, but both files must keep their names. */
function sameBytesUnderTwoNames(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.download.name", name: "two files with the same bytes have their own names" },
    async (check) => {
      const channel = await check.reference("channel");
      const { bytes, mimeType } = sampleFile("the same to the byte");
      for (const fileName of ["one-of-two.txt", "another-of-two.txt"]) {
        const [shared] = await shareFiles(check, [{ fileName, mimeType, bytes }], channel);
        if (shared === undefined) continue;
        const download = await requireDownload(check, shared);
        check.asserted();
        const why = "a download must have the name of its own file, even if another file has the same bytes";
        expectEqual(download, "/data/name", shared.file.fileName, why);
      }
    },
  );
}

/** The length of a name: more than columns of 64, and within the limit of file systems. */
const LONG_NAME_LENGTH = 120;

/**
 * The contract leaves open how much of a long name a target accepts. The download has the name that the message shows.
 */
function longName(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.download.name", name: "a download has the long file name that its message shows" },
    async (check) => {
      const channel = await check.reference("channel");
      const { bytes, mimeType } = sampleFile("of a long name");
      const fileName = `${"a-long-name-".repeat(LONG_NAME_LENGTH / 12)}of-a-file.txt`;
      const [shared] = (await tryOrNull(() => shareFiles(check, [{ fileName, mimeType, bytes }], channel))) ?? [];
      if (shared === undefined) throw new NotApplicable("no such name is accepted");
      const name = valueAt(shared.response, "/data/attachments/0/name");
      if (typeof name !== "string") throw new NotApplicable("the message shows no name of its file");
      const download = await requireDownload(check, shared);
      check.asserted();
      expectEqual(download, "/data/name", name, "a download must have the file name that the message shows");
    },
  );
}

/**
 * Characters that end a part of a URL, or are escaped in one. The contract leaves open which of them a name may have.
 */
const URL_CHARACTER_NAMES = ["c# notes", "why? because", "100% sure", "this & that", "one;two=three"];

function namesWithUrlCharacters(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.flow.same-bytes", name: "files whose names have URL characters are returned" },
    async (check) => {
      const channel = await check.reference("channel");
      let accepted = 0;
      await check.forEach(
        URL_CHARACTER_NAMES,
        async (name, testCase) => {
          const file: SampleFile = { ...sampleFile(name), fileName: `${name}.txt` };
          const [shared] = (await tryOrNull(() => shareFiles(testCase, [file], channel))) ?? [];
          if (shared === undefined) return;
          accepted += 1;
          const granted = await requireDownload(testCase, shared);
          const fetched = await fetchSigned(testCase, urlAt(granted, "/data/signedUrl"));
          const downloaded = requireResponse(fetched);
          testCase.asserted();
          expectUrlLeadsToFile(fetched);
          expectSameBytes(downloaded, shared.file, "the download");
        },
        { describe: (name) => ({ name }) },
      );
      if (accepted === 0) throw new NotApplicable("no such name is accepted");
    },
  );
}
