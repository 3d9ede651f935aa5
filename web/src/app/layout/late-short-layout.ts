import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

const load = () => import('./short-layout.tsx');
/** Header and footer of the pages with a short layout, hydrated late. */
export const LateShortHeader = hydrateLate(async () => (await load()).ShortHeader);
export const LateShortFooter = hydrateLate(async () => (await load()).ShortFooter);
