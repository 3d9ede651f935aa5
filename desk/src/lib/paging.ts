/** The cursor of the next page, from the URL in `next` of a response; undefined on the last page. */
export const cursorOf = (next: string | null): string | undefined =>
  next === null ? undefined : (new URL(next, location.origin).searchParams.get('cursor') ?? undefined);
