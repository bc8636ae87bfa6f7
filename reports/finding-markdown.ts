import { escapeMarkdown, markdownBlock, markdownCode } from "../spec/escape.ts";
import { counted, truncated } from "../spec/format-text.ts";
import type { ReportExchange } from "../spec/report.ts";
import type { Finding } from "./select.ts";

const BODY_EXCERPT = 2000;
const TEXT_EXCERPT = 1000;
const EXCHANGE_EXCERPT = 8000;

/**
 * Returns a finding as GitHub-flavoured Markdown for an issue: the sentence, expected and actual, the exchange, a line
 * to copy.
 */
export function findingMarkdown({ requirement, check, failure, alsoFoundBy }: Finding): string {
  const judged = failure.exchanges.at(-1);
  const known = requirement.known ? " (known failure)" : "";
  const lines = [
    `- expected: ${inlineText(failure.expected)}`,
    `- actual: ${inlineText(failure.actual)}`,
    failure.pointer === "" ? "" : `- at: ${inlineCode(failure.pointer)}`,
    `- requirement: ${inlineText(requirement.statement)}`,
    `- clause: ${inlineText(requirement.clause)}; check: ${inlineText(check.name)}`,
    alsoFoundBy.length === 0 ? "" : `- also found by: ${inlineText(alsoFoundBy.join("; "))}`,
    failure.echoes === 0 ? "" : `- ${counted(failure.echoes, "more failure")} with the same cause`,
    `- repeat: ${inlineCode(failure.replay)}`,
  ].filter((line) => line !== "");
  const evidence = [
    judged === undefined
      ? ""
      : markdownDetails(
          "The exchange that was judged",
          markdownBlock(truncated(exchangeText(judged), EXCHANGE_EXCERPT), "http"),
        ),
    failure.curl === null || failure.curl.length > EXCHANGE_EXCERPT
      ? ""
      : markdownDetails("curl", markdownBlock(failure.curl, "sh")),
  ].filter((block) => block !== "");
  return [
    `#### ${requirement.level} ${inlineCode(requirement.id)}${known}`,
    inlineText(failure.message),
    lines.join("\n"),
    ...evidence,
  ].join("\n\n");
}

/** Returns Markdown that is folded under a summary of our own. */
export function markdownDetails(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function exchangeText({ request, response, error }: ReportExchange): string {
  const sent = `${request.method} ${request.url}\n${headerLines(request.headers)}\n\n${truncated(request.body ?? "", BODY_EXCERPT)}`;
  const received =
    response === null
      ? `no response: ${error ?? "unknown"}`
      : `HTTP ${response.status}\n${headerLines(response.headers)}\n\n${truncated(response.body ?? "", BODY_EXCERPT)}`;
  return `${sent.trimEnd()}\n\n${received.trimEnd()}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => truncated(`${name}: ${value}`, BODY_EXCERPT))
    .join("\n");
}

/** Text of a report for a line of Markdown. */
export function inlineText(value: string): string {
  return escapeMarkdown(truncated(value, TEXT_EXCERPT));
}

/** Text of a report as code in a line of Markdown. */
export function inlineCode(value: string): string {
  return markdownCode(truncated(value, TEXT_EXCERPT));
}
