import { createFileRoute } from '@tanstack/react-router';
import { ListErrorPage, loadList, loadListHead } from '../catalog/index.ts';
import { readListSearch, validateListSearch } from '../lib/list-search.ts';
import { NotFoundPage } from '../lib/not-found-page.tsx';
import { LateList, LateListLoading } from './-late-pages.tsx';

export const Route = createFileRoute('/product/list')({
  validateSearch: validateListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: async ({ context, deps: search }) => {
    const [data] = await Promise.all([loadList(context, search, undefined), LateList.load()]);
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
