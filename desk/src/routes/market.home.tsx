import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { HOME_TABS, HomePage, type HomeSearch } from '../home/index.ts';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/home')({
  validateSearch: ({ part, item }: Record<string, unknown>): HomeSearch => ({
    part: HOME_TABS.find((name) => name === part),
    item: /^\d$/.test(String(item)) ? Number(item) : undefined,
  }),
  beforeLoad: ({ context }) => requireArea(context.operator, 'home'),
  component: Home,
});

function Home() {
  const { operator } = Route.useRouteContext();
  const { part, item } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <HomePage
      part={part}
      item={item}
      isWritable={canWrite(operator, 'home')}
      onOpen={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
