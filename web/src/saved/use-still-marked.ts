import { useEffect, useState, useSyncExternalStore } from 'react';
import { followMarks, getMarks, type Mark } from './marks.ts';

/**
 * For a list of what is marked: what was pressed away goes from it at once, and comes back when that failed.
 * @param answered the list as it was answered, anew with each answer
 * @returns whether something of it is still marked
 */
export const useStillMarked = (answered: unknown): ((mark: Mark) => boolean) => {
  const marks = useSyncExternalStore(followMarks, getMarks, getMarks);
  // What was answered is marked, also where the marks themselves are not known yet, or not any more.
  const [seen, setSeen] = useState<{ of: unknown; marks: ReadonlySet<string> }>({ of: undefined, marks });
  useEffect(() => {
    setSeen((last) => (last.of === answered && isWithin(marks, last.marks) ? last : merge(last, answered, marks)));
  }, [answered, marks]);
  return (mark) => marks.has(mark) || seen.of !== answered || !seen.marks.has(mark);
};

const isWithin = (inner: ReadonlySet<string>, outer: ReadonlySet<string>) =>
  [...inner].every((mark) => outer.has(mark));
const merge = (last: { of: unknown; marks: ReadonlySet<string> }, of: unknown, marks: ReadonlySet<string>) => ({
  of,
  marks: last.of === of ? new Set([...last.marks, ...marks]) : marks,
});
