/** Only the query of a URL is read. */
const ANY_ORIGIN = 'http://localhost';

/** The cursor of the next page, from the URL in `next` of a response; undefined on the last page. */
export const cursorOf = (next: string | null): string | undefined =>
  next === null ? undefined : (new URL(next, ANY_ORIGIN).searchParams.get('cursor') ?? undefined);
