import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

/** The footer, hydrated late. */
export const LateFooter = hydrateLate(async () => (await import('./footer.tsx')).Footer);
