import type { WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';

/** How many of each kind of work wait for an operator; none of a kind is missing. */
export type WorkCounts = Partial<Record<WorkKind, number>>;
