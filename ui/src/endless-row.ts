import { scrollBehavior } from './scroll-behavior.ts';

/**
 * Number of columns for each item. The row starts in the middle and jumps back there before it reaches an end, which
 * looks the same.
 */
const ROUNDS = 40;
/** Delay that replaces the scrollend event in browsers without it. */
const SCROLL_END_DELAY_MS = 150;

const modulo = (value: number, count: number): number => ((value % count) + count) % count;

export type EndlessRow = {
  /** Scrolls by a number of items; default: all visible items. */
  scrollByItems(direction: 1 | -1, items?: number): void;
  /** Positions items that were rendered since the last call. */
  update(): void;
  stop(): void;
};

/**
 * Makes a scrolling grid row of class `rail` endless in both directions. The browser scrolls over many columns, and
 * items that are out of sight move to the columns that come next. No item is copied, so screen readers and the Tab key
 * find each item once. If all items fit, nothing changes.
 */
export function makeEndlessRow(row: HTMLElement): EndlessRow {
  let isPlaced = false;
  /** The column at the left edge. */
  let index = 0;
  /** Width of a column with its gap, in pixels, when the items were last positioned. */
  let placedSize = 0;
  const items = () => [...row.children] as HTMLElement[];
  const gap = () => Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  const step = () => (row.firstElementChild?.getBoundingClientRect().width ?? 0) + gap();
  const visibleCount = () => {
    const { paddingLeft, paddingRight } = getComputedStyle(row);
    const width = row.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.round((width + gap()) / step());
  };

  const place = () => {
    const all = items();
    const size = step();
    if (!isPlaced || size === 0) return;
    if (size !== placedSize) {
      // The item width has changed; keep the same item at the left edge.
      placedSize = size;
      row.scrollTo({ left: index * size, behavior: 'instant' });
    }
    const first = Math.floor(row.scrollLeft / size + 0.01);
    index = Math.round(row.scrollLeft / size);
    // Half of the items that are out of sight are on the left.
    const base = first - Math.max(0, Math.floor((all.length - visibleCount() - 1) / 2));
    for (const [at, item] of all.entries())
      item.style.gridColumnStart = String(base + modulo(at - base, all.length) + 1);
  };
  const scrollTo = (column: number, behavior: ScrollBehavior) => row.scrollTo({ left: column * step(), behavior });
  const onScrollEnd = () => {
    if (!isPlaced) return;
    const size = step();
    if (Math.abs(row.scrollLeft - index * size) > 2) {
      scrollTo(index, scrollBehavior());
      return;
    }
    // Jump back to the middle by a multiple of the item count, which looks the same.
    const count = items().length;
    const middle = (ROUNDS / 2) * count + modulo(index, count);
    if (Math.abs(middle - index) > (ROUNDS / 4) * count) scrollTo(middle, 'instant');
  };
  const update = () => {
    const count = items().length;
    if (!isPlaced) {
      if (row.clientWidth === 0 || count <= visibleCount()) return;
      isPlaced = true;
      // Keep the position to which the visitor scrolled before hydration.
      index = (ROUNDS / 2) * count + Math.round(row.scrollLeft / step());
      row.dataset.endless = '';
      row.style.setProperty('--rail-end', String(ROUNDS * count));
      for (const [at, item] of items().entries()) item.style.gridColumnStart = String((ROUNDS / 2) * count + at + 1);
    }
    place();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    place();
    if ('onscrollend' in window) return;
    clearTimeout(timer);
    timer = setTimeout(onScrollEnd, SCROLL_END_DELAY_MS);
  };
  const resizeObserver = new ResizeObserver(update);
  resizeObserver.observe(row);
  row.addEventListener('scroll', onScroll, { passive: true });
  row.addEventListener('scrollend', onScrollEnd);
  update();
  return {
    update,
    scrollByItems: (direction, count = visibleCount()) => {
      scrollTo(Math.round(row.scrollLeft / step()) + direction * count, scrollBehavior());
    },
    stop: () => {
      clearTimeout(timer);
      resizeObserver.disconnect();
      row.removeEventListener('scroll', onScroll);
      row.removeEventListener('scrollend', onScrollEnd);
    },
  };
}
