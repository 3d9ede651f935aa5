/** On the server, reads each response object only once, because many pages are rendered from the same object. */
export const readOnce = <T extends object>(read: (response: unknown) => T): ((response: unknown) => T) => {
  if (!import.meta.env.SSR) return read;
  const results = new WeakMap<object, T>();
  return (response) => {
    if (typeof response !== 'object' || response === null) return read(response);
    const result = results.get(response) ?? read(response);
    results.set(response, result);
    return result;
  };
};
