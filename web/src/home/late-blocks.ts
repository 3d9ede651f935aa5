import { hydrateLate } from '@sokuwa/ui/late-hydration.tsx';

/** The blocks below the first view, hydrated late. */
export const LateBlocks = hydrateLate(async () => (await import('./home-blocks.tsx')).HomeBlocks);
