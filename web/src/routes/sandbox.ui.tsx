import { brand } from '@sokuwa/contract/brand.ts';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import dark from '../styles/dark.css?url';
import { Gallery } from '../ui/gallery.tsx';

/** Every component in every state, on sandbox shops only. */
export const Route = createFileRoute('/sandbox/ui')({
  beforeLoad: ({ context }) => {
    if (!context.site.sandbox) throw notFound();
  },
  head: () => ({
    meta: [{ title: `Components | ${brand.name}` }, { name: 'robots', content: 'noindex' }],
    links: [{ rel: 'stylesheet', href: dark }],
  }),
  component: Gallery,
  notFoundComponent: NotFoundPage,
});
