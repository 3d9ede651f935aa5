import type { ActOptions } from '../platform/audit.ts';

const act = { actor: 'Ada', reason: 'A test' };
/** An operator's change. */
export const LIVE_ACT: ActOptions = { dryRun: false, act };
/** The same, only tried. */
export const DRY_ACT: ActOptions = { dryRun: true, act };
