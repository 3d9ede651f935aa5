import { brand } from '@sokuwa/contract/brand.ts';
import { Gallery } from '@sokuwa/ui/gallery.tsx';
import dark from '@sokuwa/ui/styles/dark.css?url';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '../lib/not-found-page.tsx';

/** Every component in every state, on sandbox shops only. */
export const Route = createFileRoute('/sandbox/ui')({
  beforeLoad: ({ context }) => {
    if (!context.site.hasComponentPages) throw notFound();
  },
  head: () => ({
    meta: [{ title: `Components | ${brand.name}` }, { name: 'robots', content: 'noindex' }],
    links: [{ rel: 'stylesheet', href: dark }],
  }),
  component: Gallery,
  notFoundComponent: NotFoundPage,
});
