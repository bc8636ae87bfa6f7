import { createFake } from "../index.ts";

/** A fake that says where it listens. */
const fake = await createFake();
console.log(`${fake.baseUrl}/v1/agent/list-tasks`);
