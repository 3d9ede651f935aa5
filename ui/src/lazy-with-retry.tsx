import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { MenuPanel } from './menu-panel.tsx';
import { Skeleton } from './skeleton.tsx';

type OnDemand<Props> = ComponentType<Props> & {
  /** Fetches it before it is shown: for hover and focus. */
  preload: () => void;
};

/**
 * A menu or dialog that is fetched when somebody reaches for it. Where it can't be fetched it says so in its place and
 * can be asked for again, while the page stays as it is.
 * @param load fetches the component; may be called again after a failure
 * @param waiting what stands in its place until then
 * @param failed what stands there instead of the word that it failed
 */
export const lazyWithRetry = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  failed?: ReactNode,
): OnDemand<Props> => {
  let Part: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    Part = await load();
  };
  function Shown(props: Props) {
    const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
    const get = () => {
      setState('waiting');
      fetchPart().then(
        () => setState('there'),
        () => setState('failed'),
      );
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is first shown
    useEffect(() => {
      if (!Part) get();
    }, []);
    if (Part) return <Part {...props} />;
    return state === 'failed' ? (failed ?? <Failed onRetry={get} />) : waiting;
  }
  return Object.assign(Shown, {
    preload: () => {
      // What failed is said once it is shown.
      fetchPart().catch(() => {});
    },
  });
};

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <MenuPanel className="flex items-center justify-between gap-3 p-2 pl-4">
      <p role="alert" className="text-danger">
        Network Error
      </p>
      <Button variant="text" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </MenuPanel>
  );
}

/** Stands for a menu that is on its way. */
export const MENU_PLACEHOLDER = (
  <MenuPanel className="p-4">
    <Skeleton className="h-20" />
  </MenuPanel>
);
