import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '../lib/not-found-page.tsx';

/** Every path that no other route matches. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  notFoundComponent: NotFoundPage,
});
