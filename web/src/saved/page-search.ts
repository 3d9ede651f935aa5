/** The page number of a list in a URL; anything invalid is the first page. */
export const readPageSearch = ({ page }: Record<string, unknown>): { page?: number | undefined } => {
  const text = String(page ?? '');
  // Explicit `undefined`: the router would keep the raw parameter if the key were absent.
  return { page: /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? Number(text) : undefined };
};
