import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { ContactPage } from '../support/index.ts';

export const Route = createFileRoute('/contact')({
  head: () => ({
    meta: pageMeta({ title: 'Contact Us', description: 'Write to us, call us, or find us elsewhere.' }),
  }),
  component: ContactPage,
});
