import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadLateStyles } from './late-styles.ts';
import { MenuPanel } from './menu-panel.tsx';
import { Skeleton } from './skeleton.tsx';
import { textLinkClass } from './text-link-class.ts';

type LazyWithRetry<Props> = ComponentType<Props> & {
  /** Loads the component; rejects if its code cannot be loaded. */
  load: () => Promise<void>;
  /** Loads the component before it is shown: for hover and focus. */
  preload: () => void;
};

/**
 * Returns a component that loads its code when it is first shown. When loading fails, an error with a retry button
 * replaces it, and the rest of the page works.
 * @param importComponent imports the component; called again after a failure
 * @param loading shown until the component is loaded
 * @param failed shown instead of the error message
 */
export const lazyWithRetry = <Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
  failed?: ReactNode,
): LazyWithRetry<Props> => {
  let Component: ComponentType<Props> | undefined;
  const load = async () => {
    const [imported] = await Promise.all([importComponent(), loadLateStyles()]);
    Component = imported;
  };
  function LazyComponent(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    const start = () => {
      setState('loading');
      load().then(
        () => setState('loaded'),
        () => setState('failed'),
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
    useEffect(() => {
      if (!Component) start();
    }, []);
    if (Component) return <Component {...props} />;
    return state === 'failed' ? (failed ?? <LoadError onRetry={start} />) : loading;
  }
  return Object.assign(LazyComponent, {
    load,
    preload: () => {
      // A failure is shown when the component is.
      load().catch(() => {});
    },
  });
};

/**
 * Returns a dialog or drawer that loads its code when it first opens. It stays mounted after that, so that closing is
 * animated.
 */
export const lazyDialog = <Props extends { open: boolean }>(
  importDialog: () => Promise<ComponentType<Props>>,
): LazyWithRetry<Props> => {
  const Dialog = lazyWithRetry(importDialog);
  function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.open);
    if (props.open && !wasOpened) setWasOpened(true);
    return wasOpened ? <Dialog {...props} /> : null;
  }
  return Object.assign(LazyDialog, { load: Dialog.load, preload: Dialog.preload });
};

function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <MenuPanel className="flex items-center justify-between gap-3 p-2 pl-4">
      <p role="alert" className="text-danger">
        Network Error
      </p>
      <button type="button" onClick={onRetry} className={`${textLinkClass} min-h-11 px-3`}>
        Try Again
      </button>
    </MenuPanel>
  );
}

/** Shown while the code of a menu is loading. */
export const MENU_PLACEHOLDER = (
  <MenuPanel className="p-4">
    <Skeleton className="h-20" />
  </MenuPanel>
);
