import { createFileRoute } from '@tanstack/react-router';
import { SignInPage } from '../access/index.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ next }: Record<string, unknown>) => (typeof next === 'string' ? { next } : {}),
  component: () => <SignInPage next={Route.useSearch().next ?? '/'} />,
});
