import { createFileRoute } from '@tanstack/react-router';
import { canWrite } from '../lib/session.ts';
import { type ChosenPair, DuplicatesPage } from '../moderation/index.ts';

const toId = (value: unknown): number | undefined => (/^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined);

export const Route = createFileRoute('/market/catalogue/duplicates')({
  validateSearch: ({ keep, merge }: Record<string, unknown>): ChosenPair => ({ keep: toId(keep), merge: toId(merge) }),
  component: Duplicates,
});

function Duplicates() {
  const { operator } = Route.useRouteContext();
  return <DuplicatesPage chosen={Route.useSearch()} isWritable={canWrite(operator, 'catalogue')} />;
}
