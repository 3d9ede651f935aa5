import { HOME_PARTS } from './home.values.ts';

/** The tabs, as `part` of the address. */
export const HOME_TABS = [...HOME_PARTS, 'versions'] as const;
