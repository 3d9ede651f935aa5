import { type ComponentType, lazy, memo, Suspense, useEffect, useRef, useState } from 'react';

/** Distance from the window at which a part is hydrated. */
const MARGIN = '300px';
/** The first interactions of a visitor, after which a part may be needed. */
const ACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'];

let start = () => {};
/** Resolves when the late parts of the page start to hydrate. */
export const lateHydrationStarted = new Promise<void>((resolve) => {
  start = resolve;
});
/** Hydrates the late parts of the page now. */
export const startLateHydration = (): void => start();

/** A failed import must not replace the rendered content by an error, so it is retried at the next interaction. */
const nextAction = (): Promise<unknown> =>
  Promise.race(
    ['pointerdown', 'keydown', 'online'].map(
      (type) => new Promise((resolve) => addEventListener(type, resolve, { capture: true, once: true })),
    ),
  );

type LateComponent<Props> = ComponentType<Props> & {
  /** Loads the code. The server calls it before it renders, a loader before a client-side navigation. */
  load: () => Promise<void>;
};

/**
 * Returns a component for a part of the page below the first view. The server renders it, but the first view loads no code for it: it
 * is hydrated at the visitor's first act, or when it is near the window. Until then links work as in a page without scripts, and a
 * press of a button is repeated after hydration.
 *
 * Until somebody acts, its properties and contexts must not change: React would replace the rendered content instead of hydrating it.
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
    while (!Component) await load().catch(nextAction);
    return { default: Component };
  };
  const LazyComponent = lazy(loadWhenStarted);
  const Late = memo(function Late(props: Props) {
    // The server renders synchronously, so the code must be loaded before.
    const [Content] = useState(() => Component ?? LazyComponent);
    const part = useRef<HTMLDivElement>(null);
    const isHydrated = useRef(false);
    const handleHydrated = useRef(() => {});
    useEffect(() => {
      // After a client-side navigation the content's effects have run before.
      if (!part.current || isHydrated.current) return;
      const stop = new AbortController();
      let pressed: HTMLElement | null = null;
      handleHydrated.current = () => {
        stop.abort();
        pressed?.click();
      };
      const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && start(), { rootMargin: MARGIN });
      observer.observe(part.current);
      stop.signal.addEventListener('abort', () => observer.disconnect());
      // In the capture phase of the window, because React stops the events of parts that are not hydrated.
      const handleAction = ({ type, target }: Event) => {
        // Carousels scroll by themselves.
        if (type !== 'scroll' || target === document) start();
      };
      for (const type of ACTIONS)
        addEventListener(type, handleAction, { capture: true, passive: true, signal: stop.signal });
      const keepPress = (event: MouseEvent) => {
        const button = event.target instanceof Element ? event.target.closest('button') : null;
        if (!button || !part.current?.contains(button)) return;
        pressed = button;
        event.preventDefault();
        // Otherwise React could replay the click too.
        event.stopImmediatePropagation();
        start();
      };
      addEventListener('click', keepPress, { capture: true, signal: stop.signal });
      return () => stop.abort();
    }, []);
    return (
      <div ref={part}>
        <Suspense fallback={<StartNow />}>
          <Content {...props} />
          <Hydrated
            onHydrated={() => {
              isHydrated.current = true;
              handleHydrated.current();
            }}
          />
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
