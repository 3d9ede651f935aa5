import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';
import { JOB_VIEWS, SETTINGS_VIEWS, SettingsPage, type SettingsSearch } from '../operators/index.ts';

export const Route = createFileRoute('/market/settings')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'settings'),
  validateSearch: ({ view, jobs }: Record<string, unknown>): SettingsSearch => ({
    view: SETTINGS_VIEWS.find((name) => name === view),
    jobs: JOB_VIEWS.find((name) => name === jobs),
  }),
  component: Settings,
});

function Settings() {
  const { operator } = Route.useRouteContext();
  return <SettingsPage {...Route.useSearch()} canAct={canWrite(operator, 'settings')} />;
}
