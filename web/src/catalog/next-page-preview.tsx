import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { AppContext } from '../lib/app-context.ts';
import { readListSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { findKnownProduct, type ListRequest, listQuery } from './catalog.queries.ts';
import { findKnownList, storeQuery } from './list-loader.ts';
import { ListLoading } from './list-page.tsx';
import { loadPicture, mayPreload } from './load-picture.ts';
import { COVER_SIZES, LIST_SIZES } from './picture-sizes.ts';
import { isPreviewShown, setPreviewShown } from './preview-state.ts';
import { ProductGallery } from './product-gallery.tsx';
import { ProductHeading } from './product-heading.tsx';

/** A long press ends without a click. The preview is removed if no click follows within this time. */
const CLICK_MS = 100;
/**
 * The longest time that the router waits for the picture of a product, because rendering the page would delay the picture, or for the
 * products of a list, because the page would be rendered twice.
 */
const LOAD_MS = 250;
/** Phones whose header stays at the top. Other screens show more above the content. */
const PHONES = '(width < 48rem) and (height >= 37.5rem)';

type KnownPage =
  | { kind: 'product'; product: CardProduct & { brand?: string | null } }
  | { kind: 'list'; list: ReturnType<typeof findKnownList> };
type Preview = {
  link: HTMLAnchorElement;
  page: KnownPage;
  /** Address of the card's picture, in the size that the browser has loaded. */
  cardPicture: string | undefined;
  /** While data is saved, the picture is loaded after the tap: a touch may also be the start of scrolling. */
  hasPicture: boolean;
  /** Where the content of the next page starts, in pixels from its top. */
  top: number;
};

/**
 * What the query cache knows of the page that a link opens.
 * @returns undefined for the present path, for pages other than products and lists, and for an unknown product
 */
const findKnownPage = (context: AppContext, link: HTMLAnchorElement): KnownPage | undefined => {
  if (link.origin !== location.origin || link.pathname === location.pathname) return undefined;
  const [, kind, id] = /^\/product\/(details|list)(?:\/(\d+))?$/.exec(link.pathname) ?? [];
  if (kind === 'details') {
    const product = findKnownProduct(context, Number(id));
    return product && { kind: 'product', product };
  }
  if (kind !== 'list') return undefined;
  const search = readListSearch(
    Object.fromEntries(new URLSearchParams(link.search)),
    id === undefined ? 'productList' : 'productCategory',
  );
  return { kind: 'list', list: findKnownList(context, search, id === undefined ? undefined : Number(id)) };
};

/** Starts to load the first pictures of a list as soon as their addresses are known, before the page requests them. */
const loadListPictures = async ({ queryClient, api }: AppContext, request: ListRequest): Promise<void> => {
  const store = storeQuery(api, request);
  if (store) {
    const { cover_url } = await queryClient.ensureQueryData(store);
    if (cover_url) await loadPicture(cover_url, 'banner', COVER_SIZES, 'high');
    return;
  }
  const { results } = await queryClient.ensureQueryData(listQuery(api, request));
  const images = results.slice(0, 2).flatMap(({ products_images }) => products_images);
  await Promise.all(images.map(({ image_url }) => loadPicture(image_url, 'card', LIST_SIZES, 'high')));
};

const afterPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * On phones: shows the first view of a list or product in the frame after a tap, from data in the query cache. The page replaces it
 * when it is rendered, about a third of a second later on a slow phone. The preview is rendered, hidden, while the finger is on the screen.
 */
export function NextPagePreview() {
  const router = useRouter();
  const [preview, setPreview] = useState<Preview>();
  const [place] = useState(() => document.createElement('div'));
  const cover = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The first child of main, so that its heading comes before the heading of the page that it covers.
    document.querySelector('main')?.prepend(place);
    return () => place.remove();
  }, [place]);

  useEffect(() => {
    const { context } = router.options;
    const listening = new AbortController();
    let prepared: Preview | undefined;
    let clickTimer: ReturnType<typeof setTimeout> | undefined;

    const findPicture = () => cover.current?.querySelector('img');
    const render = (next: Preview) => {
      prepared = next;
      flushSync(() => setPreview(next));
      const picture = findPicture();
      if (!picture) return;
      // Otherwise the browser would paint the picture a frame later than the text.
      picture.decoding = 'sync';
      picture.decode().catch(() => {});
    };
    const clear = () => {
      clearTimeout(clickTimer);
      clickTimer = undefined;
      setPreviewShown(false);
      prepared = undefined;
      setPreview(undefined);
    };

    const handlePress = ({ target, isPrimary, pointerType }: PointerEvent) => {
      if (isPreviewShown()) return;
      clear();
      const link = target instanceof Element && target.closest('a');
      const main = document.querySelector('main');
      if (!link || !main || !isPrimary || pointerType !== 'touch' || !matchMedia(PHONES).matches) return;
      const page = findKnownPage(context, link);
      if (!page) return;
      render({
        link,
        page,
        cardPicture: link.closest('article')?.querySelector('img')?.currentSrc,
        hasPicture: mayPreload(router),
        top: main.getBoundingClientRect().top + scrollY,
      });
    };
    const handleScroll = () => {
      if (isPreviewShown()) return;
      // Cancels the download of the picture.
      for (const element of cover.current?.querySelectorAll('source, img') ?? []) {
        element.removeAttribute('srcset');
        element.removeAttribute('src');
      }
      clear();
    };
    // The preview is shown before the click event, which follows up to 30 ms later on a slow phone.
    const handleRelease = () => {
      if (!prepared || isPreviewShown()) return;
      setPreviewShown(true);
      cover.current?.setAttribute('data-shown', '');
      clickTimer = setTimeout(clear, CLICK_MS);
      if (!prepared.hasPicture) render({ ...prepared, hasPicture: true });
    };
    const navigate = async ({ link, page }: Preview) => {
      // Errors are ignored here: the page requests the same data and shows its error.
      const ignoreError = () => undefined;
      let loaded: Promise<unknown> | undefined;
      if (page.kind === 'product') loaded = findPicture()?.decode();
      else {
        const { request } = page.list;
        loaded = context.queryClient.ensureQueryData(listQuery(context.api, request));
        if (mayPreload(router)) loadListPictures(context, request).catch(ignoreError);
      }
      const settled = loaded?.catch(ignoreError);
      await afterPaint();
      await Promise.race([settled, wait(LOAD_MS)]);
      if (link.isConnected) link.click();
      else clear();
    };
    const handleClick = (event: MouseEvent) => {
      // The router handles the second click, which comes from `navigate`.
      if (!prepared || !isPreviewShown() || clickTimer === undefined) return;
      clearTimeout(clickTimer);
      clickTimer = undefined;
      event.preventDefault();
      event.stopPropagation();
      void navigate(prepared);
    };

    const listen = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', handlePress, { ...listen, passive: true });
    addEventListener('pointercancel', handleScroll, listen);
    addEventListener('pointerup', handleRelease, listen);
    addEventListener('click', handleClick, listen);
    const unsubscribers = [
      router.subscribe('onRendered', clear),
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (prepared && prepared.link.pathname !== toLocation.pathname) clear();
      }),
    ];
    return () => {
      listening.abort();
      for (const unsubscribe of unsubscribers) unsubscribe();
      clear();
    };
  }, [router]);

  if (!preview) return null;
  const { page, cardPicture, hasPicture, top } = preview;
  return createPortal(
    // Hidden from screen readers, because the page itself announces that it is loading. It catches the taps on the page that it covers.
    <div ref={cover} aria-hidden="true" className="invisible fixed inset-0 z-10 bg-canvas data-shown:visible">
      <div inert style={{ paddingTop: top }}>
        {page.kind === 'list' && <ListLoading names={page.list.names} />}
        {page.kind === 'product' && (
          <div className={pageClass}>
            <ProductGallery
              images={page.product.products_images.map(({ image_url }) => ({ image_url, alt: '' }))}
              title={page.product.title}
              tag={null}
              isEmpty={!hasPicture}
              {...(cardPicture && { cardPicture })}
            />
            <div className="mt-5">
              <ProductHeading product={page.product} />
              <Skeleton className="mt-10 h-12 w-full" />
            </div>
          </div>
        )}
      </div>
    </div>,
    place,
  );
}
