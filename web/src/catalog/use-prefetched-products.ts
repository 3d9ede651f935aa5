import { makeApi } from '@sokuwa/contract/api-client.ts';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { makeBrowserTransport } from '../lib/browser-transport.ts';
import { runWhenIdle } from '../lib/when-idle.ts';
import { productQuery } from './catalog.queries.ts';
import { loadPicture, mayPreload } from './load-picture.ts';
import { GALLERY_SIZES } from './picture-sizes.ts';

/** For each page that is opened: about as many cards as a phone shows. */
const MAX_PRODUCTS = 4;

type Router = ReturnType<typeof useRouter>;

/** Selects the elements that are in the window. `getBoundingClientRect` would force the layout of deferred ones. */
const selectVisible = <Item extends Element>(elements: readonly Item[]): Promise<Item[]> =>
  new Promise((resolve) => {
    if (elements.length === 0) return resolve([]);
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const visible = new Set(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
      resolve(elements.filter((element) => visible.has(element)));
    });
    for (const element of elements) observer.observe(element);
  });

/** Ids of the products that visible cards link to, in the order of the page. */
const visibleProductIds = async (): Promise<number[]> => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/product/details/"]')];
  const ids = (await selectVisible(links)).map(({ pathname }) => Number(pathname.split('/').at(-1)));
  return [...new Set(ids)].filter(Number.isInteger).slice(0, MAX_PRODUCTS);
};

/** Waits for the visible pictures: they are more important than what may be opened next. */
const waitForPictures = async (): Promise<void> => {
  const loading = [...document.images].filter(({ complete }) => !complete);
  const pictures = await selectVisible(loading);
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
};

const pathOf = (productId: number): string => `/product/details/${productId}`;

/**
 * One product after the other, until the signal is aborted.
 * @param signal its reason is the path of the next page. What is being loaded for another page is cancelled
 */
const prefetchProducts = async (router: Router, signal: AbortSignal): Promise<void> => {
  const { queryClient, site, country } = router.options.context;
  // A product is the same for all visitors, so its requests carry no token.
  const api = makeApi(makeBrowserTransport(site, 0, 'low'));
  // The service worker marks a page that it shows because the network is slow (offline-state.ts).
  const isCopy = () => document.documentElement.dataset.offline !== undefined;
  const mayPrefetch = () => !signal.aborted && mayPreload(router) && !isCopy();
  await waitForPictures();
  for (const productId of await visibleProductIds()) {
    if (!mayPrefetch()) return;
    const query = productQuery(api, productId, country.get());
    const cancel = () => signal.reason !== pathOf(productId) && queryClient.cancelQueries(query);
    signal.addEventListener('abort', cancel);
    const product = await queryClient.fetchQuery(query);
    signal.removeEventListener('abort', cancel);
    // The loader finds the product in the cache. This loads the code of the page.
    await router.preloadRoute({ to: '/product/details/$id', params: { id: String(productId) } });
    const [image] = product.products_images;
    if (image && mayPrefetch()) await loadPicture(image.image_url, 'product', GALLERY_SIZES, 'low');
    // The font of the price, which is smaller in lists and has another font there.
    if (mayPrefetch()) await document.fonts.load('600 1em "Bricolage Grotesque"', '₦');
  }
};

/**
 * Prefetches the products of the first visible cards when the browser is idle, after each navigation. Never with the data
 * saver, with the browser's own (Save-Data), on 2G or while the network is slow. A navigation stops it.
 */
export const usePrefetchedProducts = (): void => {
  const router = useRouter();
  useEffect(() => {
    let stop = (_nextPath?: string) => {};
    const start = () => {
      stop();
      const controller = new AbortController();
      // A product that can't be prefetched is loaded when its page opens, which shows why it failed.
      const cancelIdle = runWhenIdle(() => void prefetchProducts(router, controller.signal).catch(() => undefined));
      stop = (nextPath) => {
        controller.abort(nextPath);
        cancelIdle();
      };
    };
    start();
    const unsubscribers = [
      router.subscribe('onBeforeNavigate', ({ hrefChanged, toLocation }) => hrefChanged && stop(toLocation.pathname)),
      router.subscribe('onRendered', ({ hrefChanged }) => hrefChanged && start()),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      stop();
    };
  }, [router]);
};
