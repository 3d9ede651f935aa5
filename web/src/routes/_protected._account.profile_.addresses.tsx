import { createFileRoute } from '@tanstack/react-router';
import { AddressBookPage } from '../addresses/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/_protected/_account/profile_/addresses')({
  head: () => ({ meta: pageMeta({ title: 'Delivery Addresses' }) }),
  staticData: { crumb: 'Addresses' },
  component: AddressBookPage,
});
