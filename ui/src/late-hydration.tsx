import { type ComponentType, lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadLateStyles } from './late-styles.ts';

/** The first interactions of a visitor, after which a part may be needed. The same events as in web/src/app/page-start.ts. */
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

type LateComponent<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Loads the code. The server calls it before it renders, a loader before a client-side navigation. */
  load: () => Promise<void>;
};

let isListening = false;
/** Starts the late hydration at the visitor's first interaction. */
const listenToInteractions = (): void => {
  if (isListening) return;
  isListening = true;
  const stop = new AbortController();
  // In the capture phase of the window, because React stops the events of parts that are not hydrated.
  const handleInteraction = ({ type, target, movementX, movementY }: Partial<PointerEvent>) => {
    // Carousels scroll by themselves, and browsers report a resting pointer when the page under it changes.
    if (type === 'scroll' ? target === document : type !== 'pointermove' || movementX || movementY) start();
  };
  for (const type of INTERACTIONS)
    addEventListener(type, handleInteraction, { capture: true, passive: true, signal: stop.signal });
  void lateHydrationStarted.then(() => stop.abort());
};

/**
 * Returns a component for a part of a page that the server renders, and for which the first view loads no code: it is hydrated at
 * the visitor's first interaction, or when the page calls `startLateHydration`. Until then links and fields work as in a page
 * without scripts, and presses of buttons are carried out after hydration (early-presses.ts).
 *
 * Until the visitor interacts, its properties and contexts must not change: React would replace the rendered content
 * instead of hydrating it.
 */
export const hydrateLate = <Props extends object = object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LateComponent<Props> => {
  let Component: ComponentType<Props> | undefined;
  const load = async () => {
    start();
    // Without the styles the part works all the same. What it opens needs them, and shows when they cannot be loaded.
    if (!Component) [Component] = await Promise.all([importComponent(), loadLateStyles().catch(() => undefined)]);
  };
  const loadWhenStarted = async () => {
    await lateHydrationStarted;
    while (!Component) await load().catch(nextInteraction);
    return { default: Component };
  };
  const LazyComponent = lazy(loadWhenStarted);
  const Late = memo(function Late({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    // The server renders synchronously, so the code must be loaded before.
    const [Content] = useState(() => Component ?? LazyComponent);
    useEffect(listenToInteractions, []);
    return (
      <Suspense fallback={<StartNow>{fallback}</StartNow>}>
        <Content {...(props as unknown as Props)} />
      </Suspense>
    );
  });
  return Object.assign(Late, { load });
};

/** Shown instead of a part that the server did not render. */
function StartNow({ children }: { children: ReactNode }) {
  useEffect(start, []);
  return children;
}
