import { useAtomValue } from '@sokuwa/ui/use-atom-value.ts';
import { useEffect, useState } from 'react';
import { type SaveTarget, savedTargets } from './saved-targets.ts';

const NONE: ReadonlySet<SaveTarget> = new Set();

type Seen = { response: unknown; targets: ReadonlySet<SaveTarget> };

/**
 * For a list of saved entries: an entry that the visitor removes disappears at once, and returns when the request fails.
 * @param response the list as loaded; a new object with each response
 * @returns whether an entry of it is still saved
 */
export const useStillSaved = (response: unknown): ((target: SaveTarget) => boolean) => {
  const targets = useAtomValue(savedTargets, NONE);
  // An entry of the list counts as saved until it was seen among the saved targets: they may be loaded later, or not.
  const [seen, setSeen] = useState<Seen>({ response: undefined, targets });
  useEffect(() => {
    setSeen((last) =>
      last.response === response && isSubset(targets, last.targets) ? last : addSeen(last, response, targets),
    );
  }, [response, targets]);
  return (target) => targets.has(target) || seen.response !== response || !seen.targets.has(target);
};

const isSubset = (inner: ReadonlySet<SaveTarget>, outer: ReadonlySet<SaveTarget>) =>
  [...inner].every((target) => outer.has(target));

const addSeen = (last: Seen, response: unknown, targets: ReadonlySet<SaveTarget>): Seen => ({
  response,
  targets: last.response === response ? new Set([...last.targets, ...targets]) : targets,
});
