import { createFileRoute } from '@tanstack/react-router';
import { ProfileEditPage } from '../account/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/_account/profile_/edit')({
  head: () => ({ meta: pageMeta({ title: 'Edit Profile' }) }),
  staticData: { crumb: 'Edit Profile' },
  component: ProfileEditPage,
});
