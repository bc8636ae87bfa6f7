import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { requireResponse, urlAt, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { expectLedTo, expectSame } from "./same-bytes.ts";
import { type SampleFile, sampleFile } from "./samples.ts";
import { fetchSigned, requireDownload, shareFiles } from "./transfer.ts";

const FIELDS = { operations: ["request-file-download", "send-message"], fixtures: ["memberChannel"] };

/** Files are distinct although their bytes are the same, or their names are special in URLs. */
export function toldApartChecks(): Check[] {
  return [sameBytesOfTwoNames(), longName(), namesInAddresses()];
}

/** A store may keep identical bytes once, but both files must keep their names. */
function sameBytesOfTwoNames(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.download.name", name: "two files of the same bytes have their own names" },
    async (check) => {
      const channel = await check.reference("channel");
      const { bytes, mimeType } = sampleFile("the same to the byte");
      for (const fileName of ["one-of-two.txt", "another-of-two.txt"]) {
        const [shared] = await shareFiles(check, [{ fileName, mimeType, bytes }], channel);
        if (shared === undefined) continue;
        const download = await requireDownload(check, shared);
        check.asserted();
        const why = "a download must have the name of its own file, though another has the same bytes";
        expectEqual(download, "/data/name", shared.file.fileName, why);
      }
    },
  );
}

/** The length of a name: more than columns of 64, and within the limit of file systems. */
const LONG = 120;

/**
 * The contract leaves open how much of a long name a target accepts. The download has the name that the message shows.
 */
function longName(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.download.name", name: "a file has the long name that its message shows" },
    async (check) => {
      const channel = await check.reference("channel");
      const { bytes, mimeType } = sampleFile("of a long name");
      const fileName = `${"a-long-name-".repeat(LONG / 12)}of-a-file.txt`;
      const [shared] = (await tryOrNull(() => shareFiles(check, [{ fileName, mimeType, bytes }], channel))) ?? [];
      if (shared === undefined) throw new NotApplicable("no such name is accepted");
      const name = valueAt(shared.response, "/data/attachments/0/name");
      if (typeof name !== "string") throw new NotApplicable("the message shows no name of its file");
      const download = await requireDownload(check, shared);
      check.asserted();
      expectEqual(download, "/data/name", name, "a download must have the name that the message shows of its file");
    },
  );
}

/**
 * Characters that end a part of a URL, or are escaped in one. The contract leaves open which of them a name may have.
 */
const SIGNS = ["c# notes", "why? because", "100% sure", "this & that", "one;two=three"];

function namesInAddresses(): Check {
  return defineCheck(
    { ...FIELDS, requirement: "files.flow.same-bytes", name: "files whose names have URL characters are returned" },
    async (check) => {
      const channel = await check.reference("channel");
      let taken = 0;
      await check.forEach(
        SIGNS,
        async (name, one) => {
          const file: SampleFile = { ...sampleFile(name), fileName: `${name}.txt` };
          const [shared] = (await tryOrNull(() => shareFiles(one, [file], channel))) ?? [];
          if (shared === undefined) return;
          taken += 1;
          const granted = await requireDownload(one, shared);
          const got = await fetchSigned(one, urlAt(granted, "/data/signedUrl"));
          const downloaded = requireResponse(got);
          one.asserted();
          expectLedTo(got);
          expectSame(downloaded, shared.file, "the download");
        },
        { describe: (name) => ({ name }) },
      );
      if (taken === 0) throw new NotApplicable("no such name is accepted");
    },
  );
}
