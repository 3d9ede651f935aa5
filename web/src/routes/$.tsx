import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFoundPage } from '../lib/not-found-page.tsx';

/** Every address that no other route knows. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound();
  },
  notFoundComponent: NotFoundPage,
});
