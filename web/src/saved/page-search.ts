/** The page of a list in an address; whatever is none is the first. */
export const readPageSearch = ({ page }: Record<string, unknown>): { page?: number } => {
  const text = String(page ?? '');
  return /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? { page: Number(text) } : {};
};
