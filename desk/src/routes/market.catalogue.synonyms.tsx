import { createFileRoute } from '@tanstack/react-router';
import { SynonymsPage } from '../catalog/index.ts';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/catalogue/synonyms')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'catalogue'),
  component: Synonyms,
});

function Synonyms() {
  const { operator } = Route.useRouteContext();
  return <SynonymsPage isWritable={canWrite(operator, 'catalogue')} />;
}
