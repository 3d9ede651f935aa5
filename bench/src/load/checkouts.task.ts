import type { Buyer } from '../shoppers/buyers.ts';

/** A task: let each buyer check out, `concurrency` buyers at the same time. `secret` signs the sandbox's webhooks. */
export type CheckoutsTask = { origin: string; secret: string; buyers: Buyer[]; concurrency: number };
export type CheckoutsResult = { seconds: number };
