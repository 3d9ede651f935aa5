import { useAutomaticSaving } from '../../data-saver/index.ts';
import { Offline } from '../../offline/index.ts';

/** Parts that a page does not need in its first seconds. */
export function LateParts() {
  useAutomaticSaving();
  return <Offline />;
}
