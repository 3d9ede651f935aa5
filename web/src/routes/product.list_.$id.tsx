import { createFileRoute, notFound } from '@tanstack/react-router';
import { ListErrorPage, loadList, loadListHead } from '../catalog/index.ts';
import { readId, readListSearch, validateListSearch } from '../lib/list-search.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';
import { LateList, LateListLoading } from './-late-pages.tsx';

/** The list of a category, a sub-item or a merchant's store: the section defines the kind of the id. */
export const Route = createFileRoute('/product/list_/$id')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => readListSearch(search, 'productCategory'),
  loader: async ({ context, deps: search, params }) => {
    const id = readId(params.id);
    if (id === undefined) throw notFound();
    const [data] = await Promise.all([loadList(context, search, id), LateList.load()]);
    return data;
  },
  head: ({ loaderData, match }) => (loaderData ? loadListHead(loaderData, match.context.site) : {}),
  pendingMs: 200,
  component: List,
  // The other components are not needed in the first view, so the build does not split off this one, which is small.
  codeSplitGroupings: [['errorComponent', 'notFoundComponent']],
  staticData: { isComplete: true, chunks: ['heads'] },
  pendingComponent: LateListLoading,
  errorComponent: ListErrorPage,
  notFoundComponent: NotFoundPage,
});

function List() {
  return <LateList data={Route.useLoaderData()} />;
}
