import type { Buyer } from '../shoppers/buyers.ts';

/** Have each of the buyers check out, so many at once; `secret` is what the sandbox's provider signs with. */
export type CheckoutsOrder = { origin: string; secret: string; buyers: Buyer[]; lanes: number };
export type CheckoutsAnswer = { seconds: number };
