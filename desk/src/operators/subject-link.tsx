import { Link } from '@tanstack/react-router';
import { pageOfSubject } from '../lib/market-pages.ts';

/** What an entry of the audit log is about, with a link to its page if it has one. @param subject such as `order 7F3KQ2M9XW4T` */
export function SubjectLink({ subject }: { subject: string }) {
  const page = pageOfSubject(subject);
  if (page === undefined) return subject;
  return (
    <Link to={page} className="text-link underline">
      {subject}
    </Link>
  );
}
