import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

/** The footer, hydrated late: it is below the first view. */
export const LateFooter = hydrateLate(async () => (await import('./footer.tsx')).Footer);
