/**
 * Before a page is rendered on the server: reads what it shows. In the browser the page is shown at once, and reads by itself.
 * @param read starts queries that do not reject, with `prefetchQuery`: the browser repeats one that has failed
 */
export const readOnServer = async (read: () => readonly Promise<void>[]): Promise<void> => {
  if (import.meta.env.SSR) await Promise.all(read());
};
