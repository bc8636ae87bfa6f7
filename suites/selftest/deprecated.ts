import type { Input } from "../cli/core/command.ts";

/** The old name of the independent server, and of its faults. */
const OLD_SERVER = "judge";
const OLD_PREFIX = `${OLD_SERVER}:`;

/** A server's name with the old one replaced. */
export function currentServer(name: string | undefined): string | undefined {
  return name === OLD_SERVER ? "independent" : name;
}

/** A glob over faults with the old prefix replaced. */
export function currentGlob(glob: string): string {
  return glob.startsWith(OLD_PREFIX) ? `independent:${glob.slice(OLD_PREFIX.length)}` : glob;
}

/** What was given by an old name, one sentence each. */
export function deprecations(input: Input): readonly string[] {
  const usesOldServer =
    input.value("server") === OLD_SERVER || input.values("fault").some((glob) => glob.includes(OLD_PREFIX));
  return [
    ...(usesOldServer ? ['"judge" is deprecated: the server is called "independent" now.'] : []),
    ...(input.flag("variants") ? ["--variants is deprecated: use --correct, which draws servers of both kinds."] : []),
  ];
}
