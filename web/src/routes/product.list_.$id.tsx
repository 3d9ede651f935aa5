import { createFileRoute, notFound } from '@tanstack/react-router';
import { ListErrorPage, ListLoading, ListPage, loadList, loadListHead } from '../catalog/index.ts';
import { readId, readListSearch, validateListSearch } from '../lib/list-search.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';
import { FollowButton, Followers } from '../saved/index.ts';

/** The list of a category, a sub-item or a merchant's store: the section defines the kind of the id. */
export const Route = createFileRoute('/product/list_/$id')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => readListSearch(search, 'productCategory'),
  loader: ({ context, deps: search, params }) => {
    const id = readId(params.id);
    if (id === undefined) throw notFound();
    return loadList(context, search, id);
  },
  head: ({ loaderData, match }) => (loaderData ? loadListHead(loaderData, match.context.site.origin) : {}),
  pendingMs: 200,
  component: List,
  pendingComponent: ListLoading,
  errorComponent: ListErrorPage,
  notFoundComponent: NotFoundPage,
});

const MERCHANT_SLOTS = { Followers, FollowButton };

function List() {
  return <ListPage data={Route.useLoaderData()} merchantSlots={MERCHANT_SLOTS} />;
}
