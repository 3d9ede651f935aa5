import { Link } from '@tanstack/react-router';

const linkClass = 'text-link underline';

/** What an entry of the audit log is about, with a link to its page if it has one. @param subject such as `order 7F3KQ2M9XW4T` */
export function SubjectLink({ subject }: { subject: string }) {
  const [kind, id = ''] = subject.split(' ');
  if (kind === 'order')
    return (
      <Link to="/market/orders/$orderId" params={{ orderId: id }} className={linkClass}>
        {subject}
      </Link>
    );
  if (kind === 'return')
    return (
      <Link to="/market/returns/$returnId" params={{ returnId: id }} className={linkClass}>
        {subject}
      </Link>
    );
  if (kind === 'payment')
    return (
      <Link to="/market/orders/$orderId" params={{ orderId: id.slice(0, id.indexOf('-')) }} className={linkClass}>
        {subject}
      </Link>
    );
  if (kind === 'merchant' && /^\d+$/.test(id))
    return (
      <Link to="/market/merchants/$merchantId" params={{ merchantId: id }} className={linkClass}>
        {subject}
      </Link>
    );
  if (kind === 'account' && /^\d+$/.test(id))
    return (
      <Link to="/market/customers/$accountId" params={{ accountId: id }} className={linkClass}>
        {subject}
      </Link>
    );
  return subject;
}
