import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listQuery } from '../catalog/catalog.queries.ts';
import { listAddress, readListSearch } from '../catalog/list-search.ts';

export const Route = createFileRoute('/product/list')({
  validateSearch: listAddress,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context: { queryClient, api, country }, deps: search }) =>
    queryClient.ensureQueryData(listQuery(api, { search, id: undefined, country: country.get() })),
  component: List,
});

function List() {
  const search = Route.useLoaderDeps();
  const { api, country } = Route.useRouteContext();
  const { data } = useSuspenseQuery(listQuery(api, { search, id: undefined, country: country.get() }));
  return (
    <ul>
      {data.results.map((p) => (
        <li key={p.id}>
          {p.title} {p.display_price}
        </li>
      ))}
    </ul>
  );
}
