import type { WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';

/** How many of each kind of work wait for an operator. A kind of which nothing waits is absent. */
export type WorkCounts = Partial<Record<WorkKind, number>>;
