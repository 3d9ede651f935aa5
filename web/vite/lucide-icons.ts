import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Replaces the internal module of lucide-react that creates icon components with ui/src/lucide-icon.ts, which is smaller
 * and renders faster (docs/decisions/page-weight.md).
 */
export const lucideIcons = (): Plugin => ({
  name: 'lucide-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/')
      ? fileURLToPath(new URL('../../ui/src/lucide-icon.ts', import.meta.url))
      : undefined,
});
