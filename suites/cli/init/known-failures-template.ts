/** A known-failures file without entries, with a commented example. */
export const KNOWN_FAILURES_TEMPLATE = `# yaml-language-server: $schema=./node_modules/workspace-agent-conformance/spec/schemas/known-failures.schema.json
#
# Failures that their owners know of. Each entry excuses one requirement until it expires. An entry that passes again,
# has expired, or names a requirement that does not exist fails the gate, so that this list only ever gets shorter.
# After a failure, wac run writes ready entries next to its reports: known-failures.new.yaml.
#
# knownFailures:
#   - requirement: tasks.create.title-max
#     operation: create-task           # leave it out to excuse every operation of the requirement
#     reason: titles of 500 characters are cut, ABC-123
#     owner: team-tasks
#     expires: 2030-01-31              # the last day, in UTC
#     counterexample: { title: … }     # the shrunk input, as the report holds it; tried first

knownFailures: []
`;
