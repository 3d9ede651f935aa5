import { createFileRoute } from '@tanstack/react-router';
import { type HomeList, homeListQuery } from '../catalog/index.ts';
import { HomePage, heroPreloads, LateBlocks } from '../home/index.ts';

const LISTS: readonly HomeList[] = ['hotDeals', 'newArrivals', 'ourBrands'];

export const Route = createFileRoute('/')({
  loader: async ({ context: { queryClient, api, country } }) => {
    // A failed list shows its error in its block. In the browser the page renders at once, and the blocks load afterwards.
    const lists = LISTS.map((list) => queryClient.prefetchQuery(homeListQuery(api, list, country.get())));
    await LateBlocks.load();
    if (import.meta.env.SSR) await Promise.all(lists);
  },
  head: ({ match }) => ({ links: match.context.site.isDataSaverOn ? [] : heroPreloads() }),
  component: HomePage,
});
