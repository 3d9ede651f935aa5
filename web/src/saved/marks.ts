/** Something that may be saved or followed. */
export type Mark = `product ${number}` | `merchant ${number}`;

/** What is saved and followed; nothing for guests. Replaced on every change, as a store's snapshot must be. */
let marks: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export const getMarks = (): ReadonlySet<string> => marks;
export const setMarks = (next: ReadonlySet<string>): void => {
  marks = next;
  for (const listener of listeners) listener();
};
export const followMarks = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
