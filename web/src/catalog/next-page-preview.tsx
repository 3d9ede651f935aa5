import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { wantsSaving } from '../data-saver/index.ts';
import type { AppContext } from '../lib/app-context.ts';
import { readListSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { findKnownProduct, listQuery, merchantQuery } from './catalog.queries.ts';
import { findKnownList, type ListData } from './list-loader.ts';
import { ListLoading } from './list-page.tsx';
import { loadPicture } from './load-picture.ts';
import { COVER_SIZES, LIST_SIZES } from './picture-sizes.ts';
import { isPreviewShown, setPreviewShown } from './preview-state.ts';
import { ProductGallery } from './product-gallery.tsx';
import { ProductHeading } from './product-heading.tsx';

/** A finger that is lifted without a click, after a long press, navigates nowhere. */
const CLICK_MS = 100;
/**
 * The page would keep a slow phone busy, so the picture of a product comes first. The page of a list waits for its products, or it would
 * be rendered twice. On a slower line neither waits longer than this.
 */
const LOAD_MS = 250;
/** Phones whose header stays at the top. Other screens show more above the content. */
const PHONES = '(width < 48rem) and (height >= 37.5rem)';

type KnownPage =
  | { kind: 'product'; product: CardProduct & { brand?: string | null } }
  | { kind: 'list'; list: Pick<ListData, 'request' | 'names'> };
type Preview = {
  link: HTMLAnchorElement;
  page: KnownPage;
  /** The picture of the card, in the size that is loaded. */
  cardPicture: string | undefined;
  /** Not before the tap if the visitor saves data: a touch may also be the start of scrolling. */
  hasPicture: boolean;
  /** Where the content of the next page starts, in pixels from its top. */
  top: number;
};

/** What is known of the page that a link opens; undefined for other pages than products and lists, and for the present path. */
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

/**
 * Loads a list, and starts to load its first pictures, because the page needs some time until it asks for them.
 * @returns resolves when the products are loaded
 */
const loadKnownList = async (
  { queryClient, api }: AppContext,
  { request }: Pick<ListData, 'request'>,
): Promise<void> => {
  const { search, id } = request;
  const loadCards = async () => {
    const { results } = await queryClient.ensureQueryData(listQuery(api, request));
    // The picture of a store is its cover.
    if (search.section === 'merchantStore') return;
    for (const { products_images } of results.slice(0, 2))
      for (const { image_url } of products_images) void loadPicture(image_url, 'card', LIST_SIZES, 'high');
  };
  const loadCover = async () => {
    if (search.section !== 'merchantStore' || id === undefined) return;
    const { cover_url } = await queryClient.ensureQueryData(merchantQuery(api, id));
    if (cover_url) void loadPicture(cover_url, 'banner', COVER_SIZES, 'high');
  };
  await Promise.all([loadCards(), loadCover()]);
};

const afterPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * On phones: shows the first view of a list or product in the frame after a tap, from what is known of it. Router and page need a third
 * of a second on a slow phone, and replace it when they are done. It is rendered while the finger is on the screen.
 */
export function NextPagePreview() {
  const router = useRouter();
  const [preview, setPreview] = useState<Preview>();
  const [place] = useState(() => document.createElement('div'));
  const cover = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // First, because its heading is the one of the page.
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
      // It is painted with the rest, not a frame later.
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
        hasPicture: router.options.defaultPreload !== false && !wantsSaving(),
        top: main.getBoundingClientRect().top + scrollY,
      });
    };
    const handleScroll = () => {
      if (isPreviewShown()) return;
      // Otherwise the browser would load it to the end.
      for (const element of cover.current?.querySelectorAll('source, img') ?? []) {
        element.removeAttribute('srcset');
        element.removeAttribute('src');
      }
      clear();
    };
    // Before the click, which follows up to 30 ms later on a slow phone.
    const handleRelease = () => {
      if (!prepared || isPreviewShown()) return;
      setPreviewShown(true);
      cover.current?.setAttribute('data-shown', '');
      clickTimer = setTimeout(clear, CLICK_MS);
      if (!prepared.hasPicture) render({ ...prepared, hasPicture: true });
    };
    const navigate = async ({ link, page }: Preview) => {
      const loaded = page.kind === 'list' ? loadKnownList(context, page.list) : findPicture()?.decode();
      // A failure shows on the page, which loads the same.
      const settled = loaded?.catch(() => undefined);
      await afterPaint();
      await Promise.race([settled, wait(LOAD_MS)]);
      if (link.isConnected) link.click();
      else clear();
    };
    const handleClick = (event: MouseEvent) => {
      // The second click is the one of `navigate`, for the router.
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
    // Not for screen readers, for whom the page itself says that it is loading. Taps do not reach what is below.
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
