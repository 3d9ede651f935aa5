/** The page number of a list in a URL; anything invalid is the first page. */
export const readPageSearch = ({ page }: Record<string, unknown>): { page?: number | undefined } => {
  const text = String(page ?? '');
  // `undefined` is written out, since the router keeps a parameter that is absent here.
  return { page: /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? Number(text) : undefined };
};
