/** The page of a list in an address; whatever is none is the first. */
export const readPageSearch = ({ page }: Record<string, unknown>): { page?: number | undefined } => {
  const text = String(page ?? '');
  // Said, even when it is none: what is left out stays as the address has it.
  return { page: /^[1-9]\d{0,5}$/.test(text) && text !== '1' ? Number(text) : undefined };
};
