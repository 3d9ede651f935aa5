import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../account/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/_account/profile')({
  head: () => ({ meta: pageMeta({ title: 'My Profile' }) }),
  component: ProfilePage,
});
