import { cx } from '@sokuwa/ui/cx.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Picture } from '@sokuwa/ui/picture.tsx';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { AppContext } from '../lib/app-context.ts';
import { readListSearch } from '../lib/list-search.ts';
import type { CardProduct } from './card-product.ts';
import { findKnownProduct, listQuery } from './catalog.queries.ts';
import { findKnownList } from './list-loader.ts';
import { ListLoading } from './list-page.tsx';
import { CARDS_IN_WINDOW, Cards } from './list-results.tsx';
import { isLoaded, mayPreload } from './load-picture.ts';
import { GALLERY_SIZES } from './picture-sizes.ts';
import { isPreviewShown, setPreviewShown } from './preview-state.ts';
import { galleryFrameClass } from './product-gallery.tsx';
import { ProductHeading } from './product-heading.tsx';

/** A long press ends without a click. The preview is removed if no click follows within this time. */
const CLICK_TIMEOUT_MS = 100;
/**
 * The longest time that the router waits for the picture of a product, because rendering the page would delay the picture, or for the
 * products of a list, because the page would be rendered twice.
 */
const MAX_LOAD_WAIT_MS = 250;
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
  /** The first products of a list, once they are loaded. */
  products?: readonly CardProduct[];
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
      // A dialog is above the preview, and closes at the tap.
      if (
        !link ||
        !main ||
        link.closest('[role=dialog]') ||
        !isPrimary ||
        pointerType !== 'touch' ||
        !matchMedia(PHONES).matches
      )
        return;
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
      clickTimer = setTimeout(clear, CLICK_TIMEOUT_MS);
      if (!prepared.hasPicture) render({ ...prepared, hasPicture: true });
    };
    const navigate = async (next: Preview) => {
      const { link, page } = next;
      const isCurrent = () => prepared?.link === link;
      // Errors are ignored here: the page requests the same data and shows its error.
      const ignoreError = () => undefined;
      const { queryClient, api } = context;
      const query = page.kind === 'list' ? listQuery(api, page.list.request) : undefined;
      const loading = query ? queryClient.ensureQueryData(query) : findPicture()?.decode();
      const settled = loading?.then(ignoreError, ignoreError);
      await afterPaint();
      await Promise.race([settled, wait(MAX_LOAD_WAIT_MS)]);
      const list = query && queryClient.getQueryData(query.queryKey);
      if (list && isCurrent()) {
        render({ ...next, products: list.results.slice(0, CARDS_IN_WINDOW) });
        await afterPaint();
      }
      // The visitor may have gone back meanwhile.
      if (!isCurrent()) return;
      if (link.isConnected) link.click();
      else router.history.push(link.pathname + link.search + link.hash);
    };
    const handleClick = (event: MouseEvent) => {
      // The router handles the second click, which comes from `navigate`.
      if (!prepared || !isPreviewShown() || clickTimer === undefined) return;
      clearTimeout(clickTimer);
      clickTimer = undefined;
      cover.current?.setAttribute('data-clicked', '');
      event.preventDefault();
      event.stopPropagation();
      void navigate(prepared);
    };

    const listen = { capture: true, signal: listening.signal };
    addEventListener('pointerdown', handlePress, { ...listen, passive: true });
    addEventListener('pointercancel', handleScroll, listen);
    addEventListener('pointerup', handleRelease, listen);
    addEventListener('click', handleClick, listen);
    // The back/forward cache restores the page as it was left.
    addEventListener('pagehide', () => flushSync(clear), listen);
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
  const { page, products, cardPicture, hasPicture, top } = preview;
  const images = page.kind === 'product' ? page.product.products_images : [];
  const picture = hasPicture && images[0]?.image_url;
  return createPortal(
    // Hidden from screen readers, because the page itself announces that it is loading. After the tap it catches further ones; before,
    // WebKit sends no click when something else is under the finger. Above buttons of cards and the bar of a product, below the header.
    <div
      ref={cover}
      aria-hidden="true"
      className="pointer-events-none invisible fixed inset-0 z-15 bg-canvas data-clicked:pointer-events-auto data-shown:visible [&_*]:animate-none"
    >
      <div inert style={{ paddingTop: top }}>
        {page.kind === 'list' && (
          <ListLoading
            names={page.list.names}
            merchant={hasPicture ? page.list.merchant : undefined}
            cards={products && <Cards products={products} search={page.list.request.search} />}
          />
        )}
        {page.kind === 'product' && (
          <div className={pageClass}>
            <div
              className={cx('placeholder-pattern aspect-square', galleryFrameClass)}
              style={
                cardPicture && !(images[0] && isLoaded(images[0].image_url))
                  ? { background: `0 / cover url("${cardPicture}")` }
                  : undefined
              }
            >
              {picture && (
                <Picture src={picture} alt="" sizes={GALLERY_SIZES} priority className="size-full object-cover" />
              )}
            </div>
            {images.length > 1 && <div className="mt-3 h-19" />}
            <div className="mt-5">
              <ProductHeading product={page.product} />
              <div className="mt-10 h-12 rounded-xs bg-quiet" />
            </div>
          </div>
        )}
      </div>
    </div>,
    place,
  );
}
