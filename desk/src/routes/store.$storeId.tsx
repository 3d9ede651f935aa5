import { createFileRoute, notFound, Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { storePlaces } from '../app/layout/navigation.ts';
import { Shell } from '../app/layout/shell.tsx';
import { SearchButton } from '../find/index.ts';
import { rememberWorkplace } from '../lib/last-workplace.ts';
import { requireSession } from '../lib/require-session.ts';
import { findStore, useSession } from '../lib/session.ts';
import { useStoreCounts, useStoreEvents } from '../today/index.ts';

/** The desk of one merchant. */
export const Route = createFileRoute('/store/$storeId')({
  beforeLoad: async ({ context, location, params }) => {
    const store = findStore(await requireSession(context.queryClient, location.href), Number(params.storeId));
    if (!store) throw notFound();
    rememberWorkplace(store.merchant_id);
    return { store };
  },
  component: StoreDesk,
});

function StoreDesk() {
  const { store: opened } = Route.useRouteContext();
  // The role may have changed since.
  const store = findStore(useSession(), opened.merchant_id) ?? opened;
  useStoreEvents(store.merchant_id);
  // The same object while the store and the role are, because the shortcuts depend on it.
  const groups = useMemo(() => storePlaces(store), [store]);
  const places = useMemo(() => groups.flatMap((group) => group.places), [groups]);
  return (
    <Shell
      workplace={store}
      groups={groups}
      search={<SearchButton workplace={store} places={places} />}
      counts={useStoreCounts(store)}
    >
      <Outlet />
    </Shell>
  );
}
