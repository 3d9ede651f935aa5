import { createFileRoute } from '@tanstack/react-router';
import { SynonymsPage } from '../catalog/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/catalogue/synonyms')({
  component: Synonyms,
});

function Synonyms() {
  const { operator } = Route.useRouteContext();
  return <SynonymsPage isWritable={canWrite(operator, 'catalogue')} />;
}
