import { createFileRoute, notFound } from '@tanstack/react-router';
import { listHead } from '../catalog/list-head.ts';
import { loadList } from '../catalog/list-loader.ts';
import { ListErrorPage, ListLoading, ListPage } from '../catalog/list-page.tsx';
import { listAddress, readId, readListSearch } from '../catalog/list-search.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';

/** The list of a category, a sub-item or a merchant's store: the section says whose id it is. */
export const Route = createFileRoute('/product/list_/$id')({
  validateSearch: listAddress,
  loaderDeps: ({ search }) => readListSearch(search, 'productCategory'),
  loader: ({ context, deps: search, params }) => {
    const id = readId(params.id);
    if (id === undefined) throw notFound();
    return loadList(context, search, id);
  },
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
