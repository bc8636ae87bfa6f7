import { sampleFile } from "../behaviour/files/sample-files.ts";
import { uploadFile } from "../behaviour/files/transfer.ts";
import { orNull } from "../engine/cases/attempt.ts";
import { oncePerRun } from "../engine/cases/once-per-run.ts";
import type { CheckContext, RunContext } from "../engine/check/check.ts";
import { BUDGETS } from "../engine/check/options.ts";
import { ABSENT, type Level, type StimulusFactor } from "./table.ts";

/** Ids of the uploaded files that no message has yet, each for one message. */
const unusedAttachments = oncePerRun((): string[] => []);

/** Uploads files into the first channel of the caller, for the messages of stimuli. */
export async function uploadAttachments(check: CheckContext): Promise<void> {
  const { memberChannel: channelId } = check.context.target.fixtures;
  if (channelId === undefined) return;
  const { files } = BUDGETS[check.context.budget].stimuli;
  for (let count = 0; count < files; count += 1) {
    const grant = await orNull(() => uploadFile(check, sampleFile(`attached ${count}`), { channelId }));
    // A target that accepts no file gets no more of them.
    if (grant === null) return;
    unusedAttachments(check.context).push(grant.attachmentId);
  }
}

/** Returns the factor of the files of a message. A reply with files is one to a message of the files' channel. */
export function attachmentFactor(context: RunContext): StimulusFactor {
  const { memberChannel } = context.target.fixtures;
  const level = (name: string, count: number): Level => ({
    name,
    isFit: ({ fields }) => fields.channelId === memberChannel,
    members: ({ id, fields }) => {
      if (id !== "" && fields.channelId !== memberChannel) return {};
      const attachmentIds = unusedAttachments(context).splice(0, count);
      return attachmentIds.length > 0 && memberChannel !== undefined ? { channelId: memberChannel, attachmentIds } : {};
    },
  });
  return { name: "attachmentIds", levels: [ABSENT, level("a file", 1), level("several files", 3)] };
}
