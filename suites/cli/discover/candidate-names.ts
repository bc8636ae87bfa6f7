/** Names that such services give a parameter, the likeliest first. Further spellings are derived from them. */
type Words = Readonly<Record<string, readonly string[]>>;

const STATUS = ["status", "state", "lifecycle"];
const TEXT = [
  ...["q", "query", "text", "search", "contains", "search text", "search query", "keyword", "keywords", "term"],
  ...["matching", "match", "substring", "content", "content contains", "filter", "needle"],
];
const LIMIT = [
  ...["limit", "max", "count", "page size", "per page", "size", "max results", "at most", "page limit", "top", "first"],
  ...["take", "max count", "maximum", "results per page", "n", "num"],
];
const CHANNEL = [
  ...["channel id", "channel", "in channel", "of channel", "bound channel", "bound channel id", "bound to", "room id"],
  ...["room", "conversation id", "conversation", "chat id"],
];
const FROM = [
  ...[
    "from",
    "since",
    "after",
    "start",
    "created from",
    "created after",
    "created since",
    "created at from",
    "from date",
  ],
  ...["date from", "start date", "created start", "not before", "min date", "created min", "created at min"],
  ...["created gte", "created at gte", "created_at[gte]", "createdAt[gte]", "created[gte]", "created_at__gte"],
];
const TO = [
  ...["to", "until", "before", "end", "created to", "created before", "created until", "created at to", "to date"],
  ...["date to", "end date", "created end", "not after", "max date", "created max", "created at max"],
  ...["created lt", "created at lt", "created_at[lt]", "createdAt[lt]", "created[lt]", "created_at__lt"],
];

const OF: Readonly<Record<string, Words>> = {
  "search-memories": {
    kind: ["kind", "type", "memory kind", "memory type", "category"],
    status: [...STATUS, "memory status", "memory state"],
    text: TEXT,
    tags: ["tags", "tag", "tags[]", "labels", "label", "tagged", "has tags", "has tag", "all tags", "memory tags"],
    createdFrom: FROM,
    createdTo: TO,
    scope: ["scope id", "scope", "in scope", "memory scope", "within scope", "scope filter", "of scope"],
    cursor: [
      ...["cursor", "page token", "next cursor", "continuation token", "next token", "continue", "starting after"],
      ...["after", "next", "page cursor", "token", "page"],
    ],
    limit: LIMIT,
  },
  "list-tasks": {
    status: [...STATUS, "task status", "task state"],
    assigneeAgent: [
      ...["assignee agent id", "assignee agent", "assigned agent id", "assigned agent", "agent id", "agent"],
      ...["assigned to agent", "agent assignee", "agent assignee id", "assignee", "assignee id"],
    ],
    assigneeUser: [
      ...["assignee user id", "assignee user", "assigned user id", "assigned user", "user id", "user"],
      ...["assigned to user", "user assignee", "user assignee id", "assignee", "assignee id"],
    ],
    priority: ["priority", "prio", "urgency", "task priority", "importance"],
    channel: CHANNEL,
    text: TEXT,
    limit: LIMIT,
  },
  "get-messages": { channel: CHANNEL, limit: LIMIT },
  "request-file-download": {
    channel: CHANNEL,
    attachment: ["attachment id", "attachment", "file id", "file", "file key", "id", "document id"],
  },
  "verify-connection": {
    token: [
      ...["token", "challenge token", "challenge", "verification token", "connection token", "challenge code", "code"],
      ...["nonce", "challenge id"],
    ],
  },
};

type Spelling = "camel" | "snake" | "kebab" | "filter" | "pascal";

const SPELLINGS: Readonly<Record<Spelling, (words: readonly string[]) => string>> = {
  camel: ([first = "", ...rest]) => first + rest.map(capital).join(""),
  snake: (words) => words.join("_"),
  kebab: (words) => words.join("-"),
  filter: (words) => `filter[${words.join("_")}]`,
  pascal: (words) => words.map(capital).join(""),
};

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Returns the names to try for a parameter, the likeliest first: those in the spelling of the names found so far, then
 * the others. Empty for an unknown role.
 */
export function candidateNames(operation: string, role: string, found: readonly string[]): readonly string[] {
  const phrases = (OF[operation]?.[role] ?? []).map((phrase) => phrase.split(" "));
  const seen = found.map(spellingOf);
  const spellings = Object.keys(SPELLINGS) as Spelling[];
  const sorted = [...spellings].sort((one, other) => Number(seen.includes(other)) - Number(seen.includes(one)));
  return [...new Set(sorted.flatMap((spelling) => phrases.map(SPELLINGS[spelling])))];
}

/** Returns the spelling of a name; null if it does not show how words are joined. */
function spellingOf(name: string): Spelling | null {
  if (name.startsWith("filter[")) return "filter";
  if (name.includes("[")) return null;
  if (/^[A-Z]/.test(name)) return "pascal";
  if (name.includes("-")) return "kebab";
  if (name.includes("_")) return "snake";
  return /[a-z][A-Z]/.test(name) ? "camel" : null;
}
