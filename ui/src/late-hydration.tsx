import { type ComponentType, lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react';

/** Distance from the window at which a part is hydrated. */
const MARGIN = '300px';
/** The first interactions of a visitor, after which a part may be needed. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

let start = () => {};
/** Resolves when the late parts of the page start to hydrate. */
export const lateHydrationStarted = new Promise<void>((resolve) => {
  start = resolve;
});
/** Hydrates the late parts of the page now. */
export const startLateHydration = (): void => start();

/** A failed import must not replace the rendered content by an error, so it is retried at the next interaction. */
const nextInteraction = (): Promise<unknown> =>
  Promise.race(
    ['pointerdown', 'keydown', 'online'].map(
      (type) => new Promise((resolve) => addEventListener(type, resolve, { capture: true, once: true })),
    ),
  );

type LateComponent<Props> = ComponentType<Props> & {
  /** Loads the code. The server calls it before it renders, a loader before a client-side navigation. */
  load: () => Promise<void>;
};

/** Finds the button or checkbox that a click presses. Text fields and links work without script. */
const findPressable = (target: Element): HTMLElement | null | undefined =>
  target.closest<HTMLElement>('button, [type=checkbox]') ??
  target.closest<HTMLLabelElement>('label:has([type=checkbox])')?.control;

/**
 * Starts the late hydration at the visitor's first interaction, or when this part is near the window, and defers each
 * press of a button or checkbox of the part until it is hydrated.
 * @returns what to call when the part is hydrated
 */
const useLateHydration = (part: RefObject<HTMLElement | null>): (() => void) => {
  const isHydrated = useRef(false);
  const finish = useRef(() => {});
  useEffect(() => {
    // After a client-side navigation the part is rendered, not hydrated: the effects of its content have already run.
    if (!part.current || isHydrated.current) return;
    const stop = new AbortController();
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && start(), { rootMargin: MARGIN });
    observer.observe(part.current);
    stop.signal.addEventListener('abort', () => observer.disconnect());
    // In the capture phase of the window, because React stops the events of parts that are not hydrated.
    const handleInteraction = ({ type, target }: Event) => {
      // Only scrolling of the page: carousels scroll without the visitor.
      if (type !== 'scroll' || target === document) start();
    };
    for (const type of INTERACTIONS)
      addEventListener(type, handleInteraction, { capture: true, passive: true, signal: stop.signal });
    // A set, because a visitor may press a button twice when it does not respond.
    const pressed = new Set<HTMLElement>();
    const deferClick = (event: MouseEvent) => {
      const control = event.target instanceof Element ? findPressable(event.target) : null;
      if (!control || !part.current?.contains(control)) return;
      pressed.add(control);
      event.preventDefault();
      // Otherwise React could replay the click too.
      event.stopImmediatePropagation();
      start();
    };
    addEventListener('click', deferClick, { capture: true, signal: stop.signal });
    finish.current = () => {
      stop.abort();
      for (const control of pressed) control.click();
    };
    return () => stop.abort();
  }, [part]);
  return () => {
    isHydrated.current = true;
    finish.current();
  };
};

/**
 * Returns a component for a part of the page below the first view. The server renders it, but the first view loads no
 * code for it: it is hydrated at the visitor's first interaction, or when it is near the window. Until then links work
 * as in a page without scripts, and presses of buttons and checkboxes are repeated after hydration.
 *
 * Until the visitor interacts, its properties and contexts must not change: React would replace the rendered content
 * instead of hydrating it.
 */
export const hydrateLate = <Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LateComponent<Props> => {
  let Component: ComponentType<Props> | undefined;
  const load = async () => {
    Component ??= await importComponent();
    start();
  };
  const loadWhenStarted = async () => {
    await lateHydrationStarted;
    while (!Component) await load().catch(nextInteraction);
    return { default: Component };
  };
  const LazyComponent = lazy(loadWhenStarted);
  const Late = memo(function Late(props: Props) {
    // The server renders synchronously, so the code must be loaded before.
    const [Content] = useState(() => Component ?? LazyComponent);
    const part = useRef<HTMLDivElement>(null);
    const handleHydrated = useLateHydration(part);
    return (
      <div ref={part}>
        <Suspense fallback={<StartNow />}>
          <Content {...props} />
          <Hydrated onHydrated={handleHydrated} />
        </Suspense>
      </div>
    );
  });
  return Object.assign(Late, { load });
};

/** Shown instead of a part that the server did not render. */
function StartNow() {
  useEffect(start, []);
  return null;
}

function Hydrated({ onHydrated }: { onHydrated: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onHydrated, []);
  return null;
}
