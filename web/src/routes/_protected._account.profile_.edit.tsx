import { createFileRoute } from '@tanstack/react-router';
import { ProfileEditPage } from '../account/profile-edit-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/profile_/edit')({
  head: () => ({ meta: pageMeta({ title: 'Edit Profile' }) }),
  staticData: { crumb: 'Edit Profile' },
  component: ProfileEditPage,
});
