import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

/** The filters beside a list, hydrated late: phones hide them, and load them again in a sheet. */
export const LateFilters = hydrateLate(async () => (await import('./list-filters.tsx')).ListFilters);
