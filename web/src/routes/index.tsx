import { createFileRoute } from '@tanstack/react-router';
import { type HomeList, homeListQuery } from '../catalog/index.ts';
import { heroPreloads } from '../home/index.ts';
import { LateHome } from './-late-pages.tsx';

const LISTS: readonly HomeList[] = ['hotDeals', 'newArrivals', 'ourBrands'];

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, api, country } }) => {
    // A failed list shows its error in its block. In the browser the page renders at once, and the blocks load afterwards.
    const lists = LISTS.map((list) => queryClient.prefetchQuery(homeListQuery(api, list, country.get())));
    await LateHome.load();
    if (import.meta.env.SSR) await Promise.all(lists);
  },
  head: ({ match }) => ({ links: import.meta.env.SSR ? heroPreloads(match.context.site) : [] }),
  component: Home,
  // The other components are not needed in the first view, so the build does not split off this one, which is small.
  codeSplitGroupings: [['errorComponent', 'notFoundComponent']],
  staticData: { isComplete: true },
});

function Home() {
  return <LateHome />;
}
