import { brand } from '@sokuwa/contract/brand.ts';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { Gallery } from '../ui/gallery.tsx';

/** Every component in every state, on sandbox shops only. */
export const Route = createFileRoute('/sandbox/ui')({
  beforeLoad: ({ context }) => {
    if (!context.site.sandbox) throw notFound();
  },
  head: () => ({ meta: [{ title: `Components | ${brand.name}` }, { name: 'robots', content: 'noindex' }] }),
  component: Gallery,
});
