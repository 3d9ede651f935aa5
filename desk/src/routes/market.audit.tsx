import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AuditPage, type AuditSearch } from '../audit/index.ts';
import { parseDay } from '../lib/days.ts';
import { requireArea } from '../lib/require-area.ts';

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
export const Route = createFileRoute('/market/audit')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'audit'),
  validateSearch: ({ actor, action, subject, from, to }: Record<string, unknown>): AuditSearch => ({
    actor: toText(actor),
    action: toText(action),
    subject: toText(subject),
    from: parseDay(from),
    to: parseDay(to),
  }),
  component: Audit,
});

function Audit() {
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <AuditPage
      filter={Route.useSearch()}
      onFilter={(changed) =>
        void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false })
      }
    />
  );
}
