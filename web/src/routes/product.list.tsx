import { createFileRoute } from '@tanstack/react-router';
import { listHead } from '../catalog/list-head.ts';
import { loadList } from '../catalog/list-loader.ts';
import { ListErrorPage, ListPage } from '../catalog/list-page.tsx';
import { listAddress, readListSearch } from '../catalog/list-search.ts';

export const Route = createFileRoute('/product/list')({
  validateSearch: listAddress,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps: search }) => loadList(context, search, undefined),
  head: ({ loaderData, match }) => (loaderData ? listHead(loaderData, match.context.site.origin) : {}),
  component: List,
  errorComponent: ListErrorPage,
});

function List() {
  return <ListPage data={Route.useLoaderData()} />;
}
