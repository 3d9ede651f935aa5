import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

/** The header, hydrated late. */
export const LateHeader = hydrateLate(async () => (await import('./header.tsx')).Header);
