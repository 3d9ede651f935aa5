import { createFileRoute } from '@tanstack/react-router';
import { listHead } from '../catalog/list-head.ts';
import { loadList } from '../catalog/list-loader.ts';
import { ListErrorPage, ListLoading, ListPage } from '../catalog/list-page.tsx';
import { listAddress, readListSearch } from '../catalog/list-search.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';

export const Route = createFileRoute('/product/list')({
  validateSearch: listAddress,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps: search }) => loadList(context, search, undefined),
  head: ({ loaderData, match }) => (loaderData ? listHead(loaderData, match.context.site.origin) : {}),
  pendingMs: 200,
  component: List,
  pendingComponent: ListLoading,
  errorComponent: ListErrorPage,
  notFoundComponent: NotFoundPage,
});

function List() {
  return <ListPage data={Route.useLoaderData()} />;
}
