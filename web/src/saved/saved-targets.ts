import { createAtom } from '@tanstack/react-store';

/** A product that can be saved, or a seller that can be followed. */
export type SaveTarget = `product ${number}` | `merchant ${number}`;

/**
 * What the account has saved and follows, as the page shows it: the server's state with the pending changes on top. Empty
 * for guests. Hearts read this atom alone; `saved-changes.ts`, which updates it, is loaded on demand.
 */
export const savedTargets = createAtom<ReadonlySet<SaveTarget>>(new Set<SaveTarget>());
