import { createFileRoute, notFound } from '@tanstack/react-router';
import { type HomeList, homeListQuery, isNotFound } from '../catalog/index.ts';
import { heroPreloads, homeContentQuery } from '../home/index.ts';
import { LateHome } from './-late-pages.tsx';

const LISTS: readonly HomeList[] = ['hotDeals', 'newArrivals', 'ourBrands'];

export const Route = createFileRoute('/')({
  validateSearch: ({ preview }): { preview?: string } => (preview === undefined ? {} : { preview: String(preview) }),
  loaderDeps: ({ search: { preview } }) => ({ preview }),
  loader: async ({ context: { queryClient, api, country }, deps: { preview } }) => {
    // A failed list shows its error in its block. In the browser the page renders at once, and the blocks load afterwards.
    const lists = LISTS.map((list) => queryClient.prefetchQuery(homeListQuery(api, list, country.get())));
    const content = queryClient.prefetchQuery(homeContentQuery(api, preview));
    if (preview !== undefined) {
      await content;
      const error = queryClient.getQueryState(homeContentQuery(api, preview).queryKey)?.error;
      if (isNotFound(error)) throw notFound();
    }
    await LateHome.load();
    if (import.meta.env.SSR) await Promise.all([content, ...lists]);
  },
  head: ({ match }) => ({ links: import.meta.env.SSR ? heroPreloads(match.context, match.search.preview) : [] }),
  component: Home,
  // The other components are not needed in the first view, so the build does not split off this one, which is small.
  codeSplitGroupings: [['errorComponent', 'notFoundComponent']],
  staticData: { isComplete: true },
});

function Home() {
  return <LateHome />;
}
