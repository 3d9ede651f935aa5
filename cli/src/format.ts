export const formatCount = (count: number): string => Math.round(count).toLocaleString('en');

/** A page of a list, and how to get the next one. @param none what to print if the list is empty */
export const formatNext = (lines: readonly string[], cursor: string | null, none: string): string =>
  [...(lines.length > 0 ? lines : [none]), ...(cursor === null ? [] : [`Next page: --cursor ${cursor}`])].join('\n');

/** An ISO instant as '2026-12-24 18:00', in UTC. */
export const formatTime = (iso: string): string => iso.slice(0, 16).replace('T', ' ');
