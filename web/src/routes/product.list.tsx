import { createFileRoute } from '@tanstack/react-router';
import { ListErrorPage, ListLoading, ListPage, loadList, loadListHead } from '../catalog/index.ts';
import { readListSearch, validateListSearch } from '../lib/list-search.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';

export const Route = createFileRoute('/product/list')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps: search }) => loadList(context, search, undefined),
  head: ({ loaderData, match }) => (loaderData ? loadListHead(loaderData, match.context.site.origin) : {}),
  pendingMs: 200,
  component: List,
  pendingComponent: ListLoading,
  errorComponent: ListErrorPage,
  notFoundComponent: NotFoundPage,
});

function List() {
  return <ListPage data={Route.useLoaderData()} />;
}
